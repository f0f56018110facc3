import { type FormEvent, useEffect, useState } from "react";
import { type ColleagueWish, colleagueDays, type ListedColleague } from "#app/features/wizard/colleagues.ts";
import { parseNumber } from "#app/lib/forms/typed-number.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { NumberField, SelectField, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import type { WizardDraft } from "../use-draft.ts";
import { ColleagueList } from "./colleague-list.tsx";

type Answer<Value> = { ok: true; value: Value } | { ok: false; error: { message: string } };

export interface ColleagueEndpoints {
  list: (blueprintId: string) => Promise<Answer<ListedColleague[]>>;
  add: (blueprintId: string, wish: ColleagueWish) => Promise<Answer<ListedColleague>>;
  end: (blueprintId: string, colleague: string) => Promise<Answer<unknown>>;
}

const stack = "stack";

export function ColleagueDialog({
  open,
  place,
  draft,
  calls,
  onClose,
}: {
  open: boolean;
  /** The position of the suggested process; null: the tech stack. */
  place: number | null;
  draft: WizardDraft;
  calls: ColleagueEndpoints;
  onClose: () => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Ask a colleague">
      <Body place={place} draft={draft} calls={calls} />
    </Dialog>
  );
}

function Body({ place, draft, calls }: { place: number | null; draft: WizardDraft; calls: ColleagueEndpoints }) {
  const [links, setLinks] = useState<ListedColleague[] | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [newest, setNewest] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [name, setName] = useState("");
  const [part, setPart] = useState(place === null ? stack : String(place));
  const [days, setDays] = useState(String(colleagueDays.standard));
  const [faults, setFaults] = useState<{ name?: string; days?: string }>({});

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    const { id } = draft.latest();
    if (id === null) return setLinks([]);
    void calls.list(id).then((answer) => {
      setLinks((now) => now ?? (answer.ok ? answer.value : []));
      if (!answer.ok) setRefusal(answer.error.message);
    });
  }, []);

  const processes = draft.inputs.processes ?? [];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wanted = parseNumber(days) ?? Number.NaN;
    const isFit = Number.isInteger(wanted) && wanted >= colleagueDays.min && wanted <= colleagueDays.max;
    const found = {
      ...(isInvisible(name) && { name: "Enter your colleague's name." }),
      ...(!isFit && { days: `Enter a whole number from ${colleagueDays.min} to ${colleagueDays.max}.` }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setRefusal(undefined);
    const made = await makeLink(draft, calls, { name, part, days: wanted });
    setBusy(false);
    if (!made.ok) return setRefusal(made.error.message);
    setLinks((now) => [...(now ?? []), made.value]);
    setNewest(made.value.id);
    setName("");
  };
  const end = async (colleague: string) => {
    const { id } = draft.latest();
    if (id === null) return;
    const ended = await calls.end(id, colleague);
    if (!ended.ok) return setRefusal(ended.error.message);
    setLinks((now) =>
      (now ?? []).map((link) => (link.id === colleague ? { ...link, state: "ended", url: null } : link)),
    );
  };
  return (
    <div className="grid gap-125">
      <p>
        Create a link and send it yourself; your colleague can fill in this part without an account. They see your
        company’s name and this part only.
      </p>
      <FormFailure text={refusal} />
      {/* A new form for the next link, so that the unsaved-changes prompt ignores the text already submitted. */}
      <form key={newest} method="post" noValidate onSubmit={submit} className="grid gap-125" aria-label="New link">
        <TextField
          label="Colleague’s name"
          value={name}
          error={faults.name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label="What they fill in"
          value={part}
          options={[
            ...processes.map((process, index) => ({
              value: String(index),
              label: process.name?.trim() || `Process ${index + 1}`,
            })),
            { value: stack, label: "Tech stack" },
          ]}
          onChange={(event) => setPart(event.target.value)}
        />
        <NumberField
          label="Works for"
          unit="days"
          inputMode="numeric"
          value={days}
          error={faults.days}
          onChange={(event) => setDays(event.target.value)}
        />
        <Button type="submit" variant="primary" icon="link" busy={busy} busyText="Making the link">
          Create link
        </Button>
      </form>
      {links === null ? (
        <p role="status">Loading the links…</p>
      ) : (
        <ColleagueList links={links} newest={newest} onEnd={end} />
      )}
    </div>
  );
}

/** Saves pending changes, so that the link's target exists, then creates the link. */
async function makeLink(
  draft: WizardDraft,
  calls: ColleagueEndpoints,
  { name, part, days }: { name: string; part: string; days: number },
): Promise<Answer<ListedColleague>> {
  const unsaved = {
    ok: false as const,
    error: { message: "The draft is not saved yet. Please try again in a moment." },
  };
  if (!(await draft.flush())) return unsaved;
  const { id, inputs } = draft.latest();
  if (id === null) return unsaved;
  if (part === stack) return calls.add(id, { name, days, part: "stack" });
  const place = Number(part);
  return calls.add(id, {
    name,
    days,
    part: "process",
    process: { place, name: inputs.processes?.[place]?.name ?? "" },
  });
}
