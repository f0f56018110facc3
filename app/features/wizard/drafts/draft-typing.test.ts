import fc from "fast-check";
import { expect, test } from "vitest";
import {
  editRow,
  emptyProcess,
  type ProcessField,
  type ProcessText,
  processTexts,
  processTextsIn,
  readProcesses,
  withOneRow,
} from "../answers/process-text.ts";
import { type ProfileText, profileTextOf, profileTextsIn, readProfileField } from "../answers/profile-text.ts";
import { mergeDraft } from "../draft-merge.ts";
import type { DraftPatch, SendAnswer, StoredDraft } from "./draft-saver.ts";
import { createDraftSession, type DraftSession } from "./draft-session.ts";

/*
 * A user types while everything else happens in any order: hydration, saves that succeed, lost requests and
 * responses, another tab's saves, reloads, and keepalive requests that outlive their page. Real session, saver, backup
 * and texts; only the network, the clock and the page's fields are simulated. No page saves over another tab's version
 * that it neither loaded nor offered to choose.
 */

const profileFields = ["companyName", "employees", "hourlyCost"] as const;
const rowFields = ["name", "hours"] as const;
/** Fields of the page: of the profile, and of the first process row. */
const fields = [...profileFields, ...rowFields.map((field) => `row.${field}` as const)] as const;
type Field = (typeof fields)[number];
type Page = Record<Field, string>;

type Event =
  | { kind: "type"; field: Field; text: string }
  | { kind: "hydrate" | "ring" | "reload" | "leave field" | "other tab" | "keep" | "load" }
  | { kind: "respond"; nth: number; how: "saved" | "lost request" | "lost response" };

const events: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("type"),
      field: fc.constantFrom(...fields),
      text: fc.constantFrom("1", "2", "7", "x", " ", ",", "⌫"),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("hydrate", "hydrate", "ring", "ring", "reload", "leave field", "other tab", "keep", "load"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("respond"),
      nth: fc.nat(2),
      how: fc.constantFrom("saved", "saved", "saved", "lost request", "lost response"),
    }),
  },
) as fc.Arbitrary<Event>;

function world() {
  const server: StoredDraft = {
    version: 3,
    inputs: { company: { hourlyCost: 75 } },
    about: { companyName: "Northfield", companyWebsite: "", role: "" },
  };
  const stored = new Map<string, string>();
  let requests: {
    page: object;
    known: () => number;
    version: number;
    patch: DraftPatch;
    answer: (answer: SendAnswer) => void;
  }[] = [];
  let clock = 1_000;
  let lastForeign = 0;
  let others = 0;
  let open: ReturnType<typeof openPage>;

  function openPage() {
    const me = {};
    const loaded = structuredClone({ ...server, id: "a" });
    /** The newest version of another tab that this page loaded or offered to choose. */
    let known = lastForeign;
    let timers: (() => void)[] = [];
    let session: DraftSession | null = null;
    const create = () =>
      createDraftSession({
        loaded,
        transport: {
          start: () => Promise.reject(new Error("it exists")),
          save: (_, version, patch) =>
            new Promise((answer) => {
              requests.push({ page: me, known: () => known, version, patch: structuredClone(patch), answer });
            }),
        },
        wait: (_, callback) => {
          timers.push(callback);
          return () => {
            timers = timers.filter((other) => other !== callback);
          };
        },
        now: () => new Date(clock),
        shelf: () => ({
          getItem: (key) => stored.get(key) ?? null,
          setItem: (key, value) => void (isOpen() && stored.set(key, value)),
          removeItem: (key) => void (isOpen() && stored.delete(key)),
        }),
        onStarted: () => {},
      });
    const isOpen = () => open.me === me;
    const rendered = textsOf(create().loaded);
    /** The edited row: the first one that the server rendered, as long as it is on the page. */
    let row = rendered.rows[0]!;
    const dom: Page = shownIn(rendered, row);
    const edited = new Set<Field>();
    const report = (field: Field) => {
      if (session) changeIn(session, row, field, dom[field]);
    };
    function follow() {
      if (!session) return;
      const texts = textsOf(session.snapshot);
      row = texts.rows.find(({ key }) => key === row.key) ?? texts.rows[0]!;
      Object.assign(dom, shownIn(texts, row));
    }
    return {
      me,
      dom,
      /** The visible values of fields edited since the page was opened. */
      edited,
      session: () => session,
      hydrate() {
        if (session) return;
        session = create();
        // As in the browser: edits are reported, then all fields are rendered, then saving starts.
        for (const field of edited) report(field);
        follow();
        session.begin();
      },
      follow,
      /** The user chooses between the two versions, so has seen the other tab's. */
      choose() {
        this.learn(session!.snapshot.conflict!.version);
      },
      /** Another tab's save was merged or offered. */
      learn(version: number) {
        known = Math.max(known, version);
      },
      type(field: Field, text: string) {
        dom[field] = text === "⌫" ? dom[field].slice(0, -1) : dom[field] + text;
        edited.add(field);
        report(field);
      },
      ring() {
        const due = timers;
        timers = [];
        for (const callback of due) callback();
      },
    };
  }
  open = openPage();
  const settle = () => new Promise((done) => setImmediate(done));

  return {
    server,
    stored,
    othersRows: () => Math.min(others, 3),
    page: () => open,
    pendingRequests: () => requests.length,
    openPage() {
      clock += 1;
      void open.session()?.flush();
      open = openPage();
    },
    otherTab() {
      server.version += 1;
      lastForeign = server.version;
      const { processes = [] } = server.inputs;
      others += 1;
      server.inputs = mergeDraft(server.inputs, {
        assumptions: { weeks: server.version },
        // On this device no one edits people.
        ...(others <= 3 && { processes: [...processes, { people: 100 + others }] }),
      });
    },
    async respond(nth: number, how: "saved" | "lost request" | "lost response") {
      const request = requests[nth % Math.max(1, requests.length)];
      if (!request) return;
      requests = requests.filter((other) => other !== request);
      const isStale = request.version !== server.version;
      if (!isStale)
        expect(request.known(), "the newest version of another tab that the page knows").toBeGreaterThanOrEqual(
          lastForeign,
        );
      if (how !== "lost request" && !isStale) {
        server.version += 1;
        server.inputs = mergeDraft(server.inputs, request.patch.inputs);
        server.about = { ...server.about, ...request.patch.about };
      }
      // A closed page receives no responses.
      if (request.page !== open.me) return;
      if (how !== "saved") request.answer({ kind: "unreachable" });
      else if (isStale) request.answer({ kind: "stale", current: structuredClone(server) });
      else request.answer({ kind: "saved", version: server.version });
      const { version } = server;
      await settle();
      if (isStale && !open.session()?.snapshot.conflict) open.learn(version);
    },
  };
}

interface Texts {
  profile: ProfileText;
  rows: ProcessText[];
}

function textsOf({ about, inputs, texts }: DraftSession["snapshot"]): Texts {
  return {
    profile: { ...profileTextOf(about, inputs.company), ...profileTextsIn(texts.profile) },
    rows: withOneRow(processTextsIn(texts.processes) ?? processTexts(inputs.processes), inputs.company?.focus),
  };
}

const shownIn = ({ profile }: Texts, row: ProcessText): Page =>
  Object.fromEntries(
    fields.map((field) => [
      field,
      field.startsWith("row.") ? row[field.slice(4) as ProcessField] : profile[field as keyof ProfileText],
    ]),
  ) as Page;

function changeIn(session: DraftSession, row: ProcessText, field: Field, text: string) {
  const now = textsOf(session.snapshot);
  if (field.startsWith("row.")) {
    const rows = editRow(now.rows, row, field.slice(4) as ProcessField, text);
    const { processes, errors } = readProcesses(rows);
    session.keepText("processes", rows, Object.keys(errors).length > 0);
    session.change({ inputs: { processes }, step: "processes" });
    return;
  }
  const name = field as keyof ProfileText;
  const texts = { ...now.profile, [name]: text };
  const hasError = Object.entries(texts).some(([key, typed]) => "error" in readProfileField(key as never, typed));
  session.keepText("profile", texts, hasError);
  const read = readProfileField(name, text);
  if ("patch" in read) session.change({ ...read.patch, step: "profile" });
}

/** The meaning of a text, so that "1,7" before and 1.7 after a reload compare as equal. Null: empty. */
function meaningOf(field: Field, text: string): string | null {
  if (text.trim() === "") return null;
  if (!field.startsWith("row.")) {
    const read = readProfileField(field as keyof ProfileText, text);
    return "patch" in read ? JSON.stringify(read.patch) : unsavable(text);
  }
  const name = field.slice(4) as ProcessField;
  const { processes, errors } = readProcesses([{ ...emptyProcess("row"), [name]: text }]);
  return errors["row"] ? unsavable(text) : JSON.stringify(processes[0]?.[name]);
}

const unsavable = (text: string) => `unsavable: ${text}`;
const isUnsavable = (field: Field, text: string) => meaningOf(field, text) === unsavable(text);

test("in any order of events, every typed character is shown, survives reloads, and is saved in the end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(events, { maxLength: 60, size: "max" }), async (happenings) => {
      const all = world();
      /** The last visible value of each edited field; cleared when the user loads the other tab's version. */
      const typed = new Map<Field, string>();
      const check = () => {
        const page = all.page();
        const session = page.session();
        if (!session) return;
        page.follow();
        const shown = page.dom;
        for (const [field, text] of typed) {
          if (page.edited.has(field)) expect(shown[field], field).toBe(text);
          else if (text.trim() !== "" || !field.startsWith("row.")) {
            // A blank row is not kept. If this device's rows arrived after the edit, the edited row is one of several.
            const found = textsOf(session.snapshot).rows.map((row) => shownIn(textsOf(session.snapshot), row)[field]);
            expect(
              found.map((one) => meaningOf(field, one)),
              `${field} after a reload`,
            ).toContain(meaningOf(field, text));
          }
        }
      };
      let hasForeignSave = false;
      for (const event of happenings) {
        const page = all.page();
        const session = page.session();
        if (event.kind === "type") {
          page.type(event.field, event.text);
          typed.set(event.field, page.dom[event.field]);
        } else if (event.kind === "hydrate") page.hydrate();
        else if (event.kind === "ring") page.ring();
        else if (event.kind === "leave field") void session?.flush();
        else if (event.kind === "respond") await all.respond(event.nth, event.how);
        else if (event.kind === "other tab") {
          all.otherTab();
          hasForeignSave = true;
        } else if (event.kind === "keep") {
          if (session?.snapshot.conflict) {
            page.choose();
            void session.keepMine();
          }
        } else if (event.kind === "load") {
          if (session?.snapshot.conflict) {
            page.choose();
            session.takeTheirs();
            typed.clear();
            page.edited.clear();
          }
        } else if (session || typed.size === 0) {
          all.openPage();
          // Text that cannot be saved is dropped after another tab's save (decision 0050).
          if (hasForeignSave) for (const [field, text] of typed) if (isUnsavable(field, text)) typed.delete(field);
        }
        await new Promise((done) => setImmediate(done));
        check();
      }
      all.page().hydrate();
      check();
      for (let turn = 0; turn < 20; turn += 1) {
        if (all.page().session()!.snapshot.conflict) {
          all.page().choose();
          void all.page().session()!.keepMine();
        }
        all.page().ring();
        await all.respond(0, "saved");
        await new Promise((done) => setImmediate(done));
      }
      check();
      expect(all.page().session()!.snapshot.status).toBe("saved");
      const people = (all.server.inputs.processes ?? []).map((process) => process.people);
      for (let row = 1; row <= all.othersRows(); row += 1) expect(people, "rows of the other tab").toContain(100 + row);
      const savedTexts = textsOf({ ...all.page().session()!.loaded, ...all.server, texts: {} });
      for (const [field, text] of typed) {
        const meaning = meaningOf(field, text);
        if (isUnsavable(field, text) || meaning === null) continue;
        const found = savedTexts.rows.map((row) => meaningOf(field, shownIn(savedTexts, row)[field]));
        expect(found, field).toContain(meaning);
      }
    }),
    { numRuns: 1_000 },
  );
});
