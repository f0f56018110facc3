import { expect, test } from "vitest";
import { cleanText } from "../collector/clean.ts";
import { type LogEntry, makeClientLog } from "./entries.ts";

function clientLog() {
  let now = 0;
  const sent: LogEntry[][] = [];
  const made = makeClientLog({
    now: () => now,
    clean: cleanText,
    path: () => "/pricing",
    post: (body) => sent.push((JSON.parse(body) as { entries: LogEntry[] }).entries),
  });
  return {
    ...made,
    sent,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

test("entries are sent together, once", () => {
  const { log, flush, sent } = clientLog();
  log("info", "chunk load", { ms: 3 });
  log("error", "chunk error");
  flush();
  flush();
  expect(sent).toEqual([
    [
      { level: "info", message: "chunk load", page_path: "/pricing", data: { ms: 3 } },
      { level: "error", message: "chunk error", page_path: "/pricing", data: {} },
    ],
  ]);
});

test("three messages with the same first 50 characters are logged in five seconds", () => {
  const { log, flush, sent, wait } = clientLog();
  const prefix = "x".repeat(20).concat(" ", "y".repeat(29));
  for (const end of ["1", "2", "3", "4"]) log("warn", prefix + end);
  log("warn", "another message");
  wait(5000);
  log("warn", `${prefix}5`);
  flush();
  expect(sent[0]?.map(({ message }) => message.replace(prefix, ""))).toEqual(["1", "2", "3", "another message", "5"]);
});

test("the window slides: a dropped message does not extend it", () => {
  const { log, flush, sent, wait } = clientLog();
  for (let times = 0; times < 8; times += 1) {
    log("warn", "again");
    wait(1000);
  }
  flush();
  expect(sent[0]).toHaveLength(6);
});

test("messages are scrubbed", () => {
  const { log, flush, sent } = clientLog();
  log("error", "failed for dana@northfield.example with 018f3b1c-7b1e-7c11-8f6b-111111111111");
  flush();
  expect(sent[0]?.[0]?.message).toBe("failed for [email] with [token]");
});

test("at most 20 entries are queued", () => {
  const { log, flush, sent } = clientLog();
  for (let number = 0; number < 30; number += 1) log("info", `message ${number}`);
  flush();
  expect(sent[0]).toHaveLength(20);
});
