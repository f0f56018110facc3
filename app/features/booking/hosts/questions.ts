import { z } from "zod";
import { formatNumber } from "#app/lib/numbers.ts";
import { severalLines, text } from "#app/lib/text.ts";

/*
 * The questions of an event type's form besides name, address and notes. Their wording can change; an answer stores the wording of its
 * question, so that old bookings remain readable.
 */

export const questionKinds = { line: "One line", lines: "Several lines", choice: "One of a list" } as const;
export type QuestionKind = keyof typeof questionKinds;

export const Question = z
  .object({
    id: text({ max: 40 }).default(() => crypto.randomUUID()),
    label: text({ min: 3, max: 200, required: "A question has at least 3 characters." }),
    kind: z.enum(["line", "lines", "choice"]),
    required: z.boolean().default(false),
    options: z
      .array(text({ max: 100, required: "Please fill in every answer." }))
      .max(20)
      .default([]),
  })
  .refine(({ kind, options }) => kind !== "choice" || new Set(options).size > 1, {
    error: "A choice needs at least two different answers.",
    path: ["options"],
  });
export type Question = z.output<typeof Question>;

export const Questions = z.array(Question).max(10, "At most ten questions.");

export type Answer = { question: string; answer: string };

const longest: Record<QuestionKind, number> = { line: 300, lines: 2000, choice: 100 };

export function answerFaults(questions: readonly Question[], answers: Readonly<Record<string, string>>) {
  const faults: Record<string, string> = {};
  for (const { id, kind, required, options } of questions) {
    const given = (answers[id] ?? "").trim();
    if (!given) {
      if (required) faults[id] = "Please answer this question.";
    } else if (kind === "choice" && !options.includes(given)) faults[id] = "Please choose one of the answers.";
    else if (given.length > longest[kind]) faults[id] = `At most ${formatNumber(longest[kind])} characters.`;
  }
  return faults;
}

/** Returns the answers to store, in the order of the questions, without empty ones and those to unknown questions. */
export const keptAnswers = (questions: readonly Question[], answers: Readonly<Record<string, string>>): Answer[] =>
  questions.flatMap(({ id, label }) => {
    const answer = severalLines(answers[id] ?? "");
    return answer ? [{ question: label, answer }] : [];
  });
