import { expect, test } from "vitest";
import { answerFaults, keptAnswers, Question, Questions } from "./questions.ts";

const question = (id: string, change: Partial<Question> = {}): Question =>
  Question.parse({ id, label: `Question ${id}`, kind: "line", ...change });
const faulty = (questions: Question[], answers: Record<string, string>) =>
  Object.keys(answerFaults(questions, answers));

test("a required question needs an answer, an optional one does not", () => {
  const questions = [question("a", { required: true }), question("b")];
  expect(faulty(questions, {})).toEqual(["a"]);
  expect(faulty(questions, { a: "  " })).toEqual(["a"]);
  expect(faulty(questions, { a: "Yes" })).toEqual([]);
});

test("an answer has the length of its kind", () => {
  const questions = [question("line"), question("lines", { kind: "lines" })];
  expect(faulty(questions, { line: "x".repeat(300), lines: "x".repeat(2000) })).toEqual([]);
  expect(faulty(questions, { line: "x".repeat(301), lines: "x".repeat(2001) })).toEqual(["line", "lines"]);
});

test("a choice is one of its options, of which it has two or more", () => {
  const choice = question("a", { kind: "choice", options: ["Sales", "Marketing"] });
  expect(faulty([choice], { a: " Sales " })).toEqual([]);
  expect(faulty([choice], { a: "Support" })).toEqual(["a"]);
  expect(faulty([question("b")], { b: "Support" })).toEqual([]);
  for (const options of [[], ["Sales"], ["Sales", "Sales"]])
    expect(Question.safeParse({ label: "Which team?", kind: "choice", options }).error?.issues[0]?.path).toEqual([
      "options",
    ]);
});

test("by default questions are optional, without options, and have a new id", () => {
  const [one, other] = [1, 2].map(() => Question.parse({ label: "Why?", kind: "line" }));
  expect(one).toMatchObject({ required: false, options: [] });
  expect(one!.id).not.toBe(other!.id);
  expect(Question.safeParse({ label: "ab", kind: "line" }).success).toBe(false);
  expect(Question.safeParse({ label: "Why?", kind: "number" }).success).toBe(false);
  const list = (count: number) =>
    Questions.safeParse(Array.from({ length: count }, (_, id) => question(`${id}`))).success;
  expect([10, 11].map(list)).toEqual([true, false]);
});

test("answers are kept in the order of the questions, without empty and unknown ones", () => {
  expect(
    keptAnswers([question("a"), question("b"), question("c")], { c: " Later ", a: "Now", b: " ", x: "?" }),
  ).toEqual([
    { question: "Question a", answer: "Now" },
    { question: "Question c", answer: "Later" },
  ]);
});
