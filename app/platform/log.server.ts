import { DrizzleQueryError } from "drizzle-orm/errors";
import pino from "pino";
import { scrub } from "#app/lib/words/scrub.ts";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

let destination = pino.destination(1);

/** For a command, whose standard output is its result. */
export function logToStandardError(): void {
  destination = pino.destination(2);
}

/**
 * Structured log on standard output, one JSON object per line. Everything passes `scrub`, so an address or a token in a
 * message is redacted before it is written; JSON escapes control characters.
 */
export const log = pino(
  {
    // An invalid level is refused with the other settings; until then logging must work.
    level: logLevels.find((level) => level === process.env["LOG_LEVEL"]) ?? "info",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Formatters run before serializers, so the error is already described.
    serializers: { err: (described: unknown) => described },
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => scrub(describeFields(fields)),
    },
    hooks: {
      logMethod(args, method) {
        method.apply(
          this,
          args.map((arg) => (typeof arg === "string" ? scrub(arg) : arg)) as Parameters<typeof method>,
        );
      },
    },
  },
  { write: (line: string) => void destination.write(line) },
);

/** Describes every error among the fields of a log line, at any depth. */
export function describeFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, describeValue(value, maxDepth)]));
}

const maxDepth = 6;

function describeValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeError(value, depth);
  if (depth === 0 || value === null || typeof value !== "object" || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item) => describeValue(item, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, describeValue(item, depth - 1)]));
}

/**
 * Describes an error by type, message, stack, code and causes. Other properties are dropped: drivers attach
 * connections, rows and query parameters to their errors. The error's `code` is logged as `errorCode`, because `scrub`
 * redacts a key `code` as an access code.
 */
export function describeError(error: unknown, depth: number = maxDepth): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: messageOf(error),
    stack: stackOf(error),
    ...(code !== undefined && { errorCode: code }),
    ...(depth > 0 && error.cause !== undefined && { cause: describeError(error.cause, depth - 1) }),
    ...(depth > 0 &&
      error instanceof AggregateError && { errors: error.errors.map((inner) => describeError(inner, depth - 1)) }),
  };
}

/** Formats the error and its causes for a terminal, without query parameters. */
export function explainError(error: unknown, depth: number = maxDepth): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && depth > 0
    ? `${stackOf(error)}\nCaused by ${explainError(cause, depth - 1)}`
    : stackOf(error);
}

const stackOf = (error: Error) => `${error.name}: ${messageOf(error)}${framesOf(error)}`;

/** Returns the message without values from visitors: Drizzle appends the query's parameters, PostgreSQL quotes invalid input. */
function messageOf(error: Error): string {
  const { query, severity } = error as { query?: unknown; severity?: unknown };
  if (error instanceof DrizzleQueryError) return `Failed query: ${query}`;
  return typeof severity === "string" ? error.message.replace(/: ".*"/s, ": [value]") : error.message;
}

function framesOf({ stack = "", message }: Error): string {
  const start = stack.indexOf(message);
  return start < 0 ? "" : stack.slice(start + message.length);
}
