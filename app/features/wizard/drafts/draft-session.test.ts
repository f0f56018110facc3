import { expect, test } from "vitest";
import { emptyProcess, type ProcessText } from "../answers/process-text.ts";
import type { Shelf } from "./draft-backup.ts";
import type { DraftPatch, SendAnswer } from "./draft-saver.ts";
import { createDraftSession, type DraftTransport } from "./draft-session.ts";

const about = { companyName: "Northfield", companyWebsite: "", role: "" };

function shelfOf(kept: Map<string, string>): Shelf {
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

function bench({
  id = "a" as string | null,
  version = 3,
  kept = new Map<string, string>(),
  answers = [] as SendAnswer[],
  company = { hourlyCost: 75 } as object,
} = {}) {
  const saved: { id: string; version: number; patch: DraftPatch }[] = [];
  const started: string[] = [];
  let counted = version;
  const transport: DraftTransport = {
    start: async () => ({ kind: "started", id: "made", version: 1 }),
    save: async (blueprintId, base, patch) => {
      saved.push({ id: blueprintId, version: base, patch });
      counted = base + 1;
      return answers.shift() ?? { kind: "saved", version: counted };
    },
  };
  const session = createDraftSession({
    loaded: { id, version, inputs: { company }, about },
    transport,
    wait: () => () => {},
    now: () => new Date(5_000),
    shelf: () => shelfOf(kept),
    onStarted: (made) => void started.push(made),
  });
  return { session, saved, started, kept };
}

const employees = (count: number): DraftPatch => ({ inputs: { company: { employees: count } } });

test("a change shows at once and is backed up on the device until it is saved", async () => {
  const { session, saved, kept } = bench();
  let notifications = 0;
  session.subscribe(() => {
    notifications += 1;
  });
  session.change(employees(45));
  expect(session.snapshot).toMatchObject({
    inputs: { company: { employees: 45, hourlyCost: 75 } },
    status: "unsaved",
  });
  expect(notifications).toBeGreaterThan(0);
  expect(kept.size).toBe(1);
  expect(await session.flush()).toBe(true);
  expect(saved).toEqual([{ id: "a", version: 3, patch: employees(45) }]);
  expect(kept.size).toBe(0);
});

test("a draft that exists only here is started by its first change, once", async () => {
  const { session, saved, started, kept } = bench({ id: null, version: 0 });
  session.change(employees(45));
  expect([...kept.keys()]).toEqual(["gtmarc.blueprint.new"]);
  await session.flush();
  session.change(employees(46));
  await session.flush();
  expect(started).toEqual(["made"]);
  expect(saved.map((call) => [call.id, call.version])).toEqual([
    ["made", 1],
    ["made", 2],
  ]);
  expect(session.snapshot.id).toBe("made");
  expect([...kept]).toEqual([]);
});

test("a started draft continues with the version of the start after its first save failed", async () => {
  const { session, saved } = bench({ id: null, version: 0, answers: [{ kind: "unreachable" }] });
  session.change(employees(45));
  expect(await session.flush()).toBe(false);
  expect(await session.flush()).toBe(true);
  expect(saved.map((call) => [call.id, call.version])).toEqual([
    ["made", 1],
    ["made", 1],
  ]);
});

test("changes that were not sent before the tab was closed are restored", async () => {
  const kept = new Map<string, string>();
  const earlier = bench({ kept, answers: [{ kind: "unreachable" }] });
  earlier.session.change(employees(45));
  earlier.session.keepText("profile", { hourlyCost: "7oo" }, true);
  await earlier.session.flush();

  const { session, saved } = bench({ kept });
  expect(session.snapshot).toMatchObject({ inputs: { company: { employees: 45, hourlyCost: 75 } } });
  expect(session.snapshot.texts.profile).toEqual({ hourlyCost: "7oo" });
  await session.flush();
  expect(saved).toEqual([{ id: "a", version: 3, patch: employees(45) }]);
  session.keepText("profile", { hourlyCost: "70" }, false);
  expect(kept.size).toBe(0);
});

test("text stays if the only later save is this page's own, completed while it closed", async () => {
  const kept = new Map<string, string>();
  const earlier = bench({ kept, answers: [{ kind: "unreachable" }] });
  earlier.session.change(employees(45));
  earlier.session.keepText("profile", { hourlyCost: "7oo" }, true);
  await earlier.session.flush();

  const company = { hourlyCost: 75, employees: 45 };
  const own = bench({ kept: new Map(kept), version: 4, company });
  expect(own.session.snapshot.texts.profile).toEqual({ hourlyCost: "7oo" });
  const others = bench({ kept: new Map(kept), version: 4, company: { ...company, employees: 9 } });
  expect(others.session.snapshot.texts.profile).toBeUndefined();
});

test("text stays if the last page's save was confirmed after this page was rendered, and saving continues from there", async () => {
  const before = bench({ version: 3 });
  before.session.keepText("processes", { hours: "61" }, true);
  before.session.change(employees(45));
  await before.session.flush();
  const { session, saved } = bench({ version: 3, kept: before.kept });
  expect(session.snapshot.texts.processes).toEqual({ hours: "61" });
  session.change(employees(50));
  await session.flush();
  expect(saved).toEqual([{ id: "a", version: 4, patch: employees(50) }]);
});

test("invalid text is dropped when another tab saved since; unsent changes are asked about", async () => {
  const kept = new Map<string, string>();
  bench({ kept }).session.keepText("profile", { hourlyCost: "7oo" }, true);
  const later = bench({ kept, version: 4 });
  later.session.begin();
  expect(later.session.snapshot).toBe(later.session.loaded);
  expect(kept.size).toBe(0);

  bench({ kept }).session.change(employees(45));
  const current = { version: 4, inputs: { company: { employees: 9 } }, about };
  const asked = bench({ kept, version: 4, answers: [{ kind: "stale", current }] });
  expect(await asked.session.flush()).toBe(false);
  expect(asked.saved[0]?.version).toBe(3);
  expect(asked.session.snapshot).toMatchObject({ status: "conflict", conflict: { version: 4 } });
  asked.session.takeTheirs();
  expect(asked.session.snapshot).toMatchObject({ inputs: { company: { employees: 9 } }, conflict: null });
  expect(kept.size).toBe(0);
});

test("keeping this device's version decides disputes; changes by the other side alone stay", async () => {
  const company = { hourlyCost: 90, employees: 9, industry: "Finance" as const };
  const theirs = { version: 6, inputs: { company }, about };
  const { session, saved } = bench({
    answers: [
      { kind: "saved", version: 4 },
      { kind: "stale", current: theirs },
    ],
  });
  session.change({ inputs: {}, about: { companyName: "Southfield" } });
  await session.flush();
  session.change(employees(45));
  expect(await session.flush()).toBe(false);
  expect(await session.keepMine()).toBe(true);
  expect(saved.at(-1)).toEqual({
    id: "a",
    version: 6,
    patch: {
      inputs: { company: { employees: 45 } },
    },
  });
  expect(session.snapshot).toMatchObject({
    status: "saved",
    inputs: { company: { employees: 45, hourlyCost: 90, industry: "Finance" } },
    about: { companyName: "Northfield" },
  });
});

test("another device's process appears while this one is edited, and invalid text stays", async () => {
  const [quotes, leads] = [
    { name: "Quotes", hours: 4 },
    { name: "Leads", hours: 2 },
  ];
  const theirs = {
    version: 5,
    inputs: { company: { hourlyCost: 75 }, processes: [quotes, { ...leads, people: 5 }] },
    about,
  };
  const { session, saved } = bench({
    answers: [
      { kind: "saved", version: 4 },
      { kind: "stale", current: theirs },
    ],
  });
  session.change({ inputs: { processes: [quotes] } });
  await session.flush();
  const typed = [{ ...emptyProcess("mine"), name: "Quotes", hours: "5", people: "1o" }, emptyProcess("next")];
  session.keepText("processes", typed, true);
  session.change({ inputs: { processes: [{ ...quotes, hours: 5 }] } });
  expect(await session.flush()).toBe(true);
  const merged = [
    { ...quotes, hours: 5 },
    { ...leads, people: 5 },
  ];
  expect(saved.at(-1)).toMatchObject({ version: 5, patch: { inputs: { processes: merged } } });
  expect(session.snapshot).toMatchObject({ conflict: null, inputs: { processes: merged } });
  const rows = session.snapshot.texts.processes as ProcessText[];
  expect(rows.map(({ key, name, hours, people }) => [key, name, hours, people])).toEqual([
    ["mine", "Quotes", "5", "1o"],
    [expect.stringContaining("Leads"), "Leads", "2", "5"],
    ["next", "", "", ""],
  ]);
});

test("a process with the same values as another one stays when another device saves", async () => {
  const people = (count: number) => ({ people: count });
  const loaded = { inputs: { company: { hourlyCost: 75 }, processes: [people(2)] }, about };
  const current = { version: 5, ...loaded, inputs: { ...loaded.inputs, processes: [people(2), people(3)] } };
  const { session } = bench({
    answers: [
      { kind: "saved", version: 4 },
      { kind: "stale", current },
    ],
  });
  session.change({ inputs: { processes: [people(2)] } });
  await session.flush();
  const typed = { ...emptyProcess("new"), people: "2", hours: "x" };
  session.keepText("processes", [{ ...emptyProcess("old"), people: "2" }, typed], true);
  session.change({ inputs: { processes: [people(2), people(2)] } });
  expect(await session.flush()).toBe(true);
  expect(session.snapshot.texts.processes).toContainEqual(typed);
  expect(session.snapshot.inputs.processes?.toSorted((one, other) => one.people! - other.people!)).toEqual(
    [2, 2, 3].map(people),
  );
});

test("an erased value stays erased if its earlier save had succeeded and another device saved since", async () => {
  const company = { hourlyCost: 75 };
  const [before, typed] = [{ people: 2 }, { people: 2, hours: 1 }];
  const change = (row: object): DraftPatch => ({ inputs: { processes: [row] } });
  const current = { version: 6, inputs: { company, processes: [typed, { people: 3 }] }, about };
  const { session } = bench({
    answers: [{ kind: "saved", version: 4 }, { kind: "unreachable" }, { kind: "stale", current }],
  });
  for (const row of [before, typed, before]) {
    session.change(change(row));
    await session.flush();
  }
  expect(session.snapshot).toMatchObject({ conflict: null, inputs: { processes: [before, { people: 3 }] } });
  expect(session.snapshot.inputs.processes?.[0]).toEqual(before);
});

test("unsent changes of an earlier visit are merged with another device's later save", async () => {
  const kept = new Map<string, string>();
  const earlier = bench({ kept, answers: [{ kind: "unreachable" }] });
  earlier.session.change(employees(45));
  await earlier.session.flush();
  const company = { hourlyCost: 90, industry: "SaaS" as const };
  const current = { version: 6, inputs: { company }, about };
  const { session, saved } = bench({ kept, version: 6, company, answers: [{ kind: "stale", current }] });
  expect(await session.flush()).toBe(true);
  expect(saved.map(({ version }) => version)).toEqual([3, 6]);
  expect(session.snapshot.inputs.company).toEqual({ ...company, employees: 45 });
});

test("hours erased after a save without a response stay erased, even if another device saved since", async () => {
  const named = { name: "Month end" };
  const changed = { ...about, companyName: "Northfield Labs" };
  const current = {
    version: 6,
    inputs: { company: { hourlyCost: 75 }, processes: [{ ...named, hours: 1 }, { people: 101 }] },
    about: changed,
  };
  const answers: SendAnswer[] = [
    { kind: "saved", version: 4 },
    { kind: "unreachable" },
    { kind: "stale", current },
    { kind: "saved", version: 7 },
  ];
  const { session, saved } = bench({ answers });
  session.change({ inputs: { processes: [named] } });
  await session.flush();
  session.change({ inputs: { processes: [{ ...named, hours: 1 }] }, about: { companyName: "Northfield Labs" } });
  await session.flush();
  session.change({ inputs: { processes: [named] } });
  await session.flush();
  expect(saved.at(-1)).toMatchObject({ version: 6, patch: { inputs: { processes: [named, { people: 101 }] } } });
});
