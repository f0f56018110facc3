import { DatabaseError } from "pg";
import { ZodError } from "zod";
import { cut } from "#app/lib/text.ts";
import { scrub } from "#app/lib/words/scrub.ts";
import { databaseFailure } from "../database/database-failure.server.ts";

/** The queue's record of a failed run, one sentence: it would otherwise store personal data from the error. */
export class JobFailed extends Error {
  constructor(error: unknown) {
    super(failureSentence(error));
    this.name = "JobFailed";
    this.stack = "";
  }
}

/** Returns why a run failed, for an admin: without parameters, addresses, ids and tokens. */
export function failureSentence(error: unknown): string {
  const failure = databaseFailure(error);
  if (failure === "unavailable") return "The database was unavailable.";
  if (failure === "full") return "The disk is full.";
  const causes = causesOf(error);
  const fromDatabase = causes.find((cause) => cause instanceof DatabaseError);
  if (fromDatabase) {
    const { code, constraint, table } = fromDatabase;
    const where = constraint ? `, constraint ${constraint}` : table ? `, table ${table}` : "";
    return `The database refused a statement (error ${code}${where}).`;
  }
  if (causes.some((cause) => cause instanceof ZodError))
    return "The parameters do not match what this version of the job expects.";
  const [outer] = causes;
  if (!outer) return "The job failed without an error message.";
  const code = causes.map((cause) => (cause as { code?: unknown }).code).find((each) => typeof each === "string");
  // Quoted text is usually input, such as invalid JSON.
  const line = (outer.message.split("\n", 1)[0] ?? "").replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "[value]");
  const text = cut(scrub(line), 200);
  return `${outer.name}: ${text || "no message"}${code && !text.includes(code) ? ` (${code})` : ""}`;
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let current = error; current instanceof Error && causes.length < 8; current = current.cause)
    causes.push(current);
  return causes;
}

/** Returns the sentence of a stored failure. Texts stored by the queue itself or an earlier version are not shown. */
export function storedFailure(output: unknown): string {
  const { name, message, value } = (output ?? {}) as { name?: unknown; message?: unknown; value?: unknown };
  if (name === "JobFailed" && typeof message === "string") return message;
  const own = message ?? (value as { message?: unknown } | null | undefined)?.message;
  if (own === "job timed out") return "The run took longer than allowed, or its process was killed.";
  return "The reason was not kept. See the server log.";
}
