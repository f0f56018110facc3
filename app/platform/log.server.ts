import pino from "pino";
import { scrub } from "../lib/scrub.ts";

/**
 * Structured log on standard output, one JSON object a line. Everything passes `scrub`, so an address or a token that
 * slips into a message is redacted before it is written; control characters are escaped by JSON itself.
 */
export const log = pino({
  level: process.env["LOG_LEVEL"] ?? "info",
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  // Formatters come before serializers; by then the error has been described.
  serializers: { err: (described: unknown) => described },
  formatters: {
    level: (label) => ({ level: label }),
    log: (fields) =>
      scrub({ ...fields, ...("err" in fields && { err: describeError(fields["err"]) }) }) as Record<string, unknown>,
  },
  hooks: {
    logMethod(args, method) {
      method.apply(this, args.map((arg) => (typeof arg === "string" ? scrub(arg) : arg)) as Parameters<typeof method>);
    },
  },
});

/**
 * Of an error what tells something: an Error's message and stack are not among its own fields, and drivers hang whole
 * connections on theirs. `errorCode` is what others call code, which scrub would take for somebody's access code.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { errorCode: code }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
