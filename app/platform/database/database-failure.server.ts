import { DrizzleQueryError } from "drizzle-orm/errors";
import { DatabaseError } from "pg";

/**
 * Failures that are not bugs: `unavailable` (no usable connection; the request may be retried) and `full` (nothing can
 * be written until the operator frees space). Both return 503 with Retry-After.
 */
export type DatabaseFailure = "unavailable" | "full";

/** The database cannot be reached or used as it is set up. The message is for the operator, in full sentences. */
export class DatabaseProblem extends Error {}

/** Thrown instead of the driver's error when the pool cannot provide a connection. The cause is the driver's error. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** PostgreSQL error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const unavailableCodes = new Set([
  "57P01", // admin_shutdown, also pg_terminate_backend
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now: starting, stopping or recovering
  "57P05", // idle_session_timeout
  "53300", // too_many_connections
  "25006", // read_only_sql_transaction: a standby after a failover
]);
const fullCodes = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** The driver reports a lost connection by message only. */
const lostConnection =
  /^Connection terminated|^timeout exceeded when trying to connect|is not queryable$|^Cannot use a pool after calling end/;

const socketCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  // The socket file of a server that is stopped.
  "ENOENT",
]);

export function databaseFailure(error: unknown): DatabaseFailure | null {
  let fromQuery = false;
  let unavailable = false;
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth += 1) {
    const { code } = current as { code?: unknown };
    if (typeof code === "string" && fullCodes.has(code)) return "full";
    unavailable ||= current instanceof DatabaseUnavailable;
    if (current instanceof DatabaseError && typeof code === "string")
      return unavailable || unavailableCodes.has(code) || code.startsWith("08") ? "unavailable" : null;
    if (lostConnection.test(current.message)) return "unavailable";
    // A socket error outside a query comes from a request to another system.
    if (fromQuery && typeof code === "string" && socketCodes.has(code)) return "unavailable";
    fromQuery ||= current instanceof DrizzleQueryError;
  }
  return unavailable ? "unavailable" : null;
}

/**
 * Returns an error of the job queue as one of a query: the queue talks to the database only. It copies the errors of its workers into
 * plain objects, without their class.
 */
export function queueError(thrown: unknown): DrizzleQueryError {
  if (thrown instanceof Error) return new DrizzleQueryError("", [], thrown);
  if (typeof thrown !== "object" || thrown === null) return new DrizzleQueryError("", [], new Error(String(thrown)));
  const { message, ...copied } = thrown as { message?: unknown };
  const text = String(message);
  const error = "severity" in copied ? new DatabaseError(text, 0, "error") : new Error(text);
  return new DrizzleQueryError("", [], Object.assign(error, copied));
}

/** The server's refusal among the causes of an error, or null. */
export function databaseRefusal(error: unknown): DatabaseError | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth += 1)
    if (current instanceof DatabaseError) return current;
  return null;
}

/** PostgreSQL's reason with its code and hint, without values from visitors, which follow a colon in quotes. */
export function refusalReason({ message, code, hint }: DatabaseError): string {
  const reason = message.replace(/: ".*"/s, ": [value]");
  return `${reason} (${code})${hint ? `. ${hint.replace(/\.$/, "")}` : ""}`;
}

/** Returns the driver's or PostgreSQL's message for the log, without the query, because its parameters may be personal data. */
export function failureReason(error: unknown): string {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause;
  const { code } = innermost as { code?: unknown };
  if (typeof code === "string") return code;
  return innermost instanceof Error && !(innermost instanceof DrizzleQueryError)
    ? innermost.message
    : "no reason given";
}

export const failureResponses: Record<DatabaseFailure, { code: string; message: string; retryAfterSeconds: number }> = {
  unavailable: {
    code: "temporarily_unavailable",
    message: "The service is temporarily unavailable. Please try again in a moment.",
    retryAfterSeconds: 5,
  },
  full: {
    code: "storage_full",
    message: "The server cannot save anything right now because its disk is full. Please try again later.",
    retryAfterSeconds: 60,
  },
};
