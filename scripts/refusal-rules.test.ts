import { expect, test } from "vitest";
import { refusalProblems } from "./refusal-rules.ts";

test.each([
  ['return refuse("not-found");', 'refusal code "not-found" is not snake_case'],
  ['return refuse(isOver ? "over" : "notFound");', 'refusal code "notFound" is not snake_case'],
  ['return refuse("no-answer", { fields });', 'refusal code "no-answer" is not snake_case'],
  ['type R = NotFound | Refusal<"taken" | "not-offered">;', 'refusal code "not-offered" is not snake_case'],
  ['type R = Refusal<"Stale", { version: number }>;', 'refusal code "Stale" is not snake_case'],
  ['return { ok: false, reason: { kind: "timed-out" } };', 'refusal code "timed-out" is not snake_case'],
  ['return { ok: false, reason: "taken" };', 'refusal "taken" is a bare string; use { kind: "taken" }'],
])("%s is reported", (line, problem) => {
  expect(refusalProblems(line)).toEqual([problem]);
});

test("snake_case codes with and without details, and other strings, pass", () => {
  const source = `
    if (!row) return notFound();
    if (row.used) return refuse("already_used");
    if (holes) return refuse("incomplete", { fields: { "first-name": "Enter a name." } });
    type R = NotAdmin | Refusal<"already_used" | "incomplete">;
    const kind = "hard-bounce";
    await suppress(tx, { address, reason: "hard-bounce" });`;
  expect(refusalProblems(source)).toEqual([]);
});
