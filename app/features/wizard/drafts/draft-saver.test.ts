import { expect, test } from "vitest";
import { mergeDraft } from "../draft-merge.ts";
import { createDraftSaver, type DraftPatch, pauseMs, type SendAnswer, type StoredDraft } from "./draft-saver.ts";

const about = { companyName: "Northfield", companyWebsite: "", role: "" };
const employees = (count: number): DraftPatch => ({ inputs: { company: { employees: count } } });
const now = new Date("2026-11-21T10:42:00Z");

function bench({
  answers = [] as SendAnswer[],
  pending = null as DraftPatch | null,
  doubtful = [] as DraftPatch[],
} = {}) {
  const server: StoredDraft = { version: 1, inputs: {}, about };
  const calls: { version: number; patch: DraftPatch }[] = [];
  let timers: { ms: number; callback: () => void }[] = [];
  let gate: Promise<void> = Promise.resolve();
  const saver = createDraftSaver({
    version: 1,
    known: structuredClone(server),
    pending,
    doubtful,
    async send(version, patch) {
      calls.push({ version, patch });
      await gate;
      const scripted = answers.shift();
      if (scripted) return scripted;
      if (version !== server.version) return { kind: "stale", current: structuredClone(server) };
      store(patch);
      return { kind: "saved", version: server.version };
    },
    wait(ms, callback) {
      const timer = { ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    now: () => now,
    onState: () => {},
  });
  function store(patch: DraftPatch) {
    server.version += 1;
    server.inputs = mergeDraft(server.inputs, patch.inputs);
    server.about = { ...server.about, ...patch.about };
  }
  return {
    saver,
    server,
    calls,
    store,
    waiting: () => timers.map((timer) => timer.ms),
    async ring() {
      const due = timers;
      timers = [];
      for (const timer of due) timer.callback();
      await new Promise((done) => setImmediate(done));
    },
    hold() {
      let open = () => {};
      gate = new Promise((done) => {
        open = done;
      });
      return () => open();
    },
  };
}

test("changes during the pause are combined into one save", async () => {
  const { saver, server, calls, waiting, ring } = bench();
  saver.change(employees(4));
  saver.change(employees(45));
  saver.change({ inputs: { stack: [] }, step: "tech-stack" });
  expect(saver.state.status).toBe("unsaved");
  expect(calls).toEqual([]);
  expect(waiting()).toEqual([pauseMs]);
  await ring();
  expect(calls).toEqual([
    { version: 1, patch: { inputs: { company: { employees: 45 }, stack: [] }, step: "tech-stack" } },
  ]);
  expect(saver.state).toMatchObject({ status: "saved", savedAt: now });
  expect([saver.version, server.version, saver.pending]).toEqual([2, 2, null]);
});

test("flushing saves at once, including changes typed meanwhile", async () => {
  const { saver, server, calls, hold } = bench();
  const open = hold();
  saver.change(employees(45));
  const flushed = saver.flush();
  expect(saver.state.status).toBe("saving");
  saver.change({ inputs: { stack: [] } });
  expect(saver.pending).toEqual({ inputs: { company: { employees: 45 }, stack: [] } });
  open();
  expect(await flushed).toBe(true);
  expect(calls.map((call) => call.version)).toEqual([1, 2]);
  expect(server.inputs).toEqual({ company: { employees: 45 }, stack: [] });
  expect(await saver.flush()).toBe(true);
  expect(calls).toHaveLength(2);
});

test("without a connection it retries with growing delays and keeps all changes", async () => {
  const gone: SendAnswer = { kind: "unreachable" };
  const { saver, server, waiting, ring } = bench({ answers: [gone, gone, gone] });
  saver.change(employees(45));
  expect(await saver.flush()).toBe(false);
  expect(saver.state.status).toBe("offline");
  expect(waiting()).toEqual([2000]);
  await ring();
  expect(waiting()).toEqual([4000]);
  saver.change({ inputs: { stack: [] } });
  expect(saver.state.status).toBe("offline");
  await ring();
  expect(waiting()).toEqual([8000]);
  await ring();
  expect(saver.state.status).toBe("saved");
  expect(server.inputs).toEqual({ company: { employees: 45 }, stack: [] });
  saver.change(employees(46));
  expect(await saver.flush()).toBe(true);
});

test("the later of two writers stops, keeps its changes, and can overwrite on request", async () => {
  const { saver, server, store, calls } = bench();
  store({ inputs: { company: { employees: 9, industry: "Finance" } } });
  saver.change(employees(45));
  expect(await saver.flush()).toBe(false);
  expect(saver.state).toMatchObject({
    status: "conflict",
    conflict: { version: 2, inputs: { company: { employees: 9 } } },
  });
  saver.change({ inputs: { stack: [] } });
  expect(await saver.flush()).toBe(false);
  expect(calls).toHaveLength(1);
  expect(await saver.settle(saver.pending)).toBe(true);
  expect(server).toMatchObject({ version: 3, inputs: { company: { employees: 45, industry: "Finance" }, stack: [] } });
  expect(saver.state).toMatchObject({ status: "saved", conflict: null });
});

test("or it accepts the other writer's version and continues from there", async () => {
  const { saver, server, store } = bench();
  store({ inputs: { company: { employees: 9 } } });
  saver.change(employees(45));
  await saver.flush();
  expect(saver.state.conflict).toMatchObject({ version: 2, inputs: { company: { employees: 9 } } });
  expect(await saver.settle(null)).toBe(true);
  expect([saver.state.status, saver.pending]).toEqual(["saved", null]);
  saver.change(employees(10));
  expect(await saver.flush()).toBe(true);
  expect(server.inputs).toEqual({ company: { employees: 10 } });
});

test("a lost response is not a conflict", async () => {
  const { saver, server, store, ring } = bench({ answers: [{ kind: "unreachable" }] });
  const patch = { inputs: { company: { employees: 45 } }, about: { role: "COO" } };
  saver.change(patch);
  await saver.flush();
  store(patch);
  await ring();
  expect(saver.state).toMatchObject({ status: "saved", conflict: null });
  expect([saver.version, server.version]).toEqual([2, 2]);
});

test("the same inputs about another company are a conflict", async () => {
  const { saver, store } = bench();
  store(employees(45));
  saver.change({ ...employees(45), about: { companyName: "Southfield" } });
  await saver.flush();
  expect(saver.state.status).toBe("conflict");
});

test("a refused save states the reason, stays pending and is not retried automatically", async () => {
  const { saver, waiting } = bench({ answers: [{ kind: "refused", message: "Please sign in and try again." }] });
  saver.change(employees(45));
  expect(await saver.flush()).toBe(false);
  expect(saver.state).toMatchObject({ status: "unsaved", problem: { message: "Please sign in and try again." } });
  expect(saver.pending).toEqual(employees(45));
  expect(waiting()).toEqual([]);
  expect(await saver.flush()).toBe(true);
  expect(saver.state.problem).toBeNull();
});

test("changes of a backup are saved from the version they are based on", async () => {
  const { saver, store, waiting, ring } = bench({ pending: employees(45) });
  store(employees(9));
  expect(waiting()).toEqual([]);
  saver.begin();
  expect(waiting()).toEqual([pauseMs]);
  await ring();
  expect(saver.state.status).toBe("conflict");
});

test("a lost response is not a conflict, even after further typing", async () => {
  const { saver, server, store, ring } = bench({ answers: [{ kind: "unreachable" }] });
  saver.change(employees(45));
  await ring();
  expect(saver.state.status).toBe("offline");
  store(employees(45));
  saver.change({ inputs: {}, about: { companyName: "Northfield Analytics" } });
  expect(await saver.flush()).toBe(true);
  expect(server).toMatchObject({
    version: 3,
    inputs: { company: { employees: 45 } },
    about: { companyName: "Northfield Analytics" },
  });
});

test("a page reloaded during a save recognizes its own save", async () => {
  const { saver, server, store } = bench({
    pending: { inputs: { company: { employees: 45, hourlyCost: 90 } } },
    doubtful: [employees(45)],
  });
  store(employees(45));
  expect(await saver.flush()).toBe(true);
  expect(server).toMatchObject({ version: 3, inputs: { company: { employees: 45, hourlyCost: 90 } } });
});

test("another tab's save after a lost response is still a conflict", async () => {
  const { saver, store, ring } = bench({ answers: [{ kind: "unreachable" }] });
  saver.change(employees(45));
  await ring();
  store(employees(45));
  store(employees(50));
  saver.change(employees(46));
  expect(await saver.flush()).toBe(false);
  expect(saver.state.status).toBe("conflict");
});

test("another tab's change next to our own unconfirmed save is a conflict and is not overwritten", async () => {
  const { saver, server, store, ring } = bench({ answers: [{ kind: "unreachable" }] });
  saver.change(employees(45));
  await ring();
  store(employees(45));
  store({ inputs: { processes: [{ name: "Theirs" }] } });
  await ring();
  expect(saver.state).toMatchObject({ status: "conflict", conflict: { version: 3 } });
  saver.change({ inputs: { processes: [{ name: "Ours" }] } });
  expect(await saver.flush()).toBe(false);
  expect(server.inputs.processes).toEqual([{ name: "Theirs" }]);
});

test("a save of another tab that contains our changes and more is a conflict", async () => {
  const { saver, store } = bench();
  store({ inputs: { company: { employees: 45, industry: "Finance" } } });
  saver.change(employees(45));
  expect(await saver.flush()).toBe(false);
  expect(saver.state.status).toBe("conflict");
});

test("a save in flight is exposed, so that a backup can distinguish it from an unsent one", async () => {
  const { saver, hold } = bench();
  const open = hold();
  saver.change(employees(45));
  const done = saver.flush();
  saver.change({ inputs: { stack: [] } });
  expect(saver.doubtful).toEqual([employees(45)]);
  expect(saver.pending).toEqual({ inputs: { company: { employees: 45 }, stack: [] } });
  open();
  expect(await done).toBe(true);
  expect(saver.doubtful).toEqual([]);
});

test("a part is pending again after its send throws and is sent with the next change", async () => {
  const calls: DraftPatch[] = [];
  const saver = createDraftSaver({
    version: 1,
    known: null,
    async send(_, patch) {
      calls.push(patch);
      if (calls.length === 1) throw new Error("a bug in the transport");
      return { kind: "saved", version: 2 };
    },
    wait: () => () => {},
    now: () => now,
    onState: () => {},
  });
  saver.change(employees(45));
  await expect(saver.flush()).rejects.toThrow("a bug in the transport");
  expect(saver.pending).toEqual(employees(45));
  saver.change({ inputs: { stack: [] } });
  expect(await saver.flush()).toBe(true);
  expect(calls[1]).toEqual({ inputs: { company: { employees: 45 }, stack: [] } });
});

test("a part resent repeatedly without a response does not displace other possibly saved parts", async () => {
  const unreachable = Array.from({ length: 8 }, () => ({ kind: "unreachable" }) as SendAnswer);
  const { saver, ring } = bench({ answers: unreachable, pending: employees(46), doubtful: [employees(45)] });
  saver.begin();
  for (let turn = 0; turn < 8; turn += 1) await ring();
  expect(saver.doubtful).toEqual([employees(45), employees(46)]);
});
