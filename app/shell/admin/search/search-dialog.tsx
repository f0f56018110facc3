import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate, useSubmit } from "react-router";
import { counted } from "#app/lib/numbers.ts";
import type { Role } from "#app/lib/rights.ts";
import type { searchAdminEndpoints } from "#app/routes/api/admin/search-admin.server.ts";
import { client } from "#app/shell/api-client.ts";
import { Icon, type IconName } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import type { AdminCommand } from "../navigation.ts";
import { findCommands } from "./commands.ts";
import { keepRecent, readRecent } from "./recent.ts";
import css from "./search-dialog.module.css";
import { kindLabels, maxSearchLength, minSearchLength, type SearchGroup, type SearchHit } from "./search-groups.ts";

const call = client<typeof searchAdminEndpoints>();

/** Combines keystrokes in quick succession into one request. */
const debounceMs = 40;

type Option = { key: string; title: string; detail: string; icon: IconName; choose: () => void };
type OptionGroup = { title: string; options: Option[] };

type Props = {
  account: string;
  memberRole: Role;
  /** Text typed since the search was opened; afterwards the field receives the keys. */
  takeTyped: () => string;
  onClose: () => void;
};

/** The search dialog: a combobox over a grouped list. Mounting opens it; `onClose` is called after it has closed. */
export default function SearchDialog({ account, memberRole, takeTyped, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [typed, setTyped] = useState("");
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [recent] = useState(() => readRecent(account));
  const query = typed.trim();
  const { groups: records, failure, isPending } = useRecords(query);
  const navigate = useNavigate();
  const submit = useSubmit();
  useEffect(() => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    setTyped(takeTyped().slice(0, maxSearchLength));
  }, [takeTyped]);

  const leave = (go: () => void) => {
    dialog.current?.close();
    go();
  };
  const open = (href: string) =>
    leave(() => (href.startsWith("/admin") ? void navigate(href) : window.location.assign(href)));
  const groups = optionGroups({
    query,
    role: memberRole,
    recent,
    records,
    openRecord: (hit) => {
      keepRecent(account, hit);
      open(hit.href);
    },
    run: ({ href, intent, isPost }) => {
      if (isPost) leave(() => postForm(href));
      else if (intent) leave(() => void submit({ intent }, { method: "post", action: href }));
      else open(href);
    },
  });
  const options = groups.flatMap((group) => group.options);
  const active = options.find(({ key }) => key === activeKey) ?? options[0];
  const optionId = (key: string) => `${id}-${options.findIndex((option) => option.key === key)}`;

  const hasEntered = useEnterAfterLoading(isPending, active);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const place = active ? options.indexOf(active) : -1;
    const target = { ArrowDown: place + 1, ArrowUp: place - 1 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      const next = options.at(target % options.length);
      if (!next) return;
      setActiveKey(next.key);
      document.getElementById(optionId(next.key))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      hasEntered();
    }
  };
  const status = failure ?? statusText(query, options.length, isPending);
  return (
    <dialog ref={dialog} className={css.dialog} aria-label="Search" closedby="any" onClose={onClose}>
      <div className={`line middle rigid ${css.field}`}>
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search people, companies, documents, pages and actions"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && optionId(active.key)}
          aria-autocomplete="list"
          placeholder="Search people, companies, documents, pages"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={maxSearchLength}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActiveKey(null);
          }}
          onKeyDown={press}
        />
        <form method="dialog">
          <button type="submit" className={`framed rounded muted ${css.close}`}>
            Close
          </button>
        </form>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className={css.list}>
        {groups.map((group, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox
          <div key={group.title} role="group" aria-labelledby={`${id}-group-${index}`} className={css.group}>
            <p id={`${id}-group-${index}`} className={classNames("note muted", css.title)}>
              {group.title}
            </p>
            {group.options.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and handles the keys
              <div
                key={option.key}
                id={optionId(option.key)}
                role="option"
                aria-selected={option === active}
                className={`grid baseline ui-size ${css.option}`}
                onClick={option.choose}
                onPointerMove={() => option !== active && setActiveKey(option.key)}
              >
                <Icon name={option.icon} size={17} />
                <span className={`ellipsis ${css.name}`}>{option.title}</span>
                <span className={`ellipsis muted smaller ${css.detail}`}>{option.detail}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={classNames(`muted smaller ${css.status}`, options.length > 0 && !failure && "vh")} role="status">
        {status}
      </p>
    </dialog>
  );
}

/** Sends an empty form to an endpoint that responds with another page. */
function postForm(action: string) {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  document.body.append(form);
  form.requestSubmit();
}

function statusText(query: string, count: number, isPending: boolean): string {
  if (count > 0) return counted(count, "result");
  if (isPending) return "Searching...";
  return query.length < minSearchLength ? "Type at least two letters." : `No results for "${query}".`;
}

/** Loads the records for a query, one request at a time; previous results stay until the next arrive. */
function useRecords(query: string): { groups: SearchGroup[]; failure: string | null; isPending: boolean } {
  const [found, setFound] = useState<{ query: string; groups: SearchGroup[]; failure: string | null } | null>(null);
  const isShort = query.length < minSearchLength;
  useEffect(() => {
    if (isShort) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await call("GET /admin/search", { q: query }, { signal: abort.signal });
      if (abort.signal.aborted) return;
      setFound(
        answer.ok
          ? { query, groups: answer.value.groups, failure: null }
          : { query, groups: [], failure: answer.error.message },
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, isShort]);
  if (isShort) return { groups: [], failure: null, isPending: false };
  return { groups: found?.groups ?? [], failure: found?.failure ?? null, isPending: found?.query !== query };
}

/** Enter opens the active option; if results are pending, it waits for them. */
function useEnterAfterLoading(isPending: boolean, active: Option | undefined): () => void {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting || isPending) return;
    setWaiting(false);
    active?.choose();
  }, [isWaiting, isPending, active]);
  return () => setWaiting(true);
}

type Choices = {
  query: string;
  role: Role;
  recent: readonly SearchHit[];
  records: readonly SearchGroup[];
  openRecord: (hit: SearchHit) => void;
  run: (command: AdminCommand) => void;
};

function optionGroups({ query, role, recent, records, openRecord, run }: Choices): OptionGroup[] {
  const { actions, pages } = findCommands(query, role);
  const hitOption = (kind: string, icon: IconName) => (hit: SearchHit) => ({
    key: `${kind} ${hit.href}`,
    icon,
    ...hit,
    choose: () => openRecord(hit),
  });
  const commandOption = (command: AdminCommand) => ({
    key: `command ${command.href} ${command.label}`,
    title: command.label,
    detail: command.about,
    icon: command.icon,
    choose: () => run(command),
  });
  const commands = [
    { title: "Pages", options: pages.map(commandOption) },
    { title: "Actions", options: actions.map(commandOption) },
  ];
  // The action with exactly this name is before pages that match by other words.
  const isNamed = actions.some(({ label }) => label.toLowerCase() === query.trim().toLowerCase());
  const groups = [
    { title: "Recent", options: query === "" ? recent.map(hitOption("recent", "clock")) : [] },
    ...(isNamed ? commands.toReversed() : commands),
    ...records.map(({ kind, hits }) => ({
      title: kindLabels[kind].title,
      options: hits.map(hitOption(kind, kindLabels[kind].icon)),
    })),
  ];
  return groups.filter(({ options }) => options.length > 0);
}
