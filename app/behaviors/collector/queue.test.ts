import { expect, test } from "vitest";
import { makeQueue } from "./queue.ts";

function queue(identity: object = { session_id: "s" }) {
  const sent: object[][] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const clock = { ms: 1000 };
  const [add, flush] = makeQueue(
    (body) => sent.push(JSON.parse(body) as object[]),
    () => identity,
    (run, ms) => timers.push({ run, ms }),
    () => clock.ms,
  );
  const addRows = (count: number) => {
    for (let row = 0; row < count; row += 1) add("event", { row });
  };
  return { sent, timers, clock, addRows, flush };
}

test("a flush sends all queued rows with the visit's ids in one message, and a second flush sends nothing", () => {
  const { sent, addRows, flush } = queue({ session_id: "s", admin_user_id: "a" });
  addRows(2);
  flush();
  flush();
  expect(sent).toEqual([
    [
      { type: "event", session_id: "s", admin_user_id: "a", data: { row: 0 }, age_ms: 0 },
      { type: "event", session_id: "s", admin_user_id: "a", data: { row: 1 }, age_ms: 0 },
    ],
  ]);
});

test("rows are sent five seconds after the first", () => {
  const { sent, timers, addRows } = queue();
  addRows(3);
  expect(timers.map(({ ms }) => ms)).toEqual([5000]);
  timers[0]!.run();
  expect(sent.map((rows) => rows.length)).toEqual([3]);
});

test("20 queued rows are sent at once", () => {
  const { sent, addRows, flush } = queue();
  addRows(45);
  expect(sent.map((rows) => rows.length)).toEqual([20, 20]);
  flush();
  expect(sent.map((rows) => rows.length)).toEqual([20, 20, 5]);
});

test("without ids a row has none", () => {
  const { sent, addRows, flush } = queue({});
  addRows(1);
  flush();
  expect(sent).toEqual([[{ type: "event", data: { row: 0 }, age_ms: 0 }]]);
});

test("each row carries its age at sending, in whole milliseconds", () => {
  const { sent, clock, addRows, flush } = queue();
  addRows(1);
  clock.ms += 1500.4;
  addRows(1);
  clock.ms += 2000;
  flush();
  expect(sent).toMatchObject([[{ age_ms: 3500 }, { age_ms: 2000 }]]);
});
