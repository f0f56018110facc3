import { DrizzleQueryError } from "drizzle-orm/errors";
import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { DatabaseUnavailable, databaseFailure, failureReason, queueError } from "./database-failure.server.ts";

const fromPostgres = (code: string) =>
  Object.assign(new DatabaseError("said", 10, "error"), { severity: "FATAL", code });
const withCode = (code: string) => Object.assign(new Error(code), { code });
const inQuery = (cause: Error) => new DrizzleQueryError("select 1", [], cause);

test.each([
  ["a terminated backend", inQuery(fromPostgres("57P01")), "unavailable"],
  ["a database that is starting", fromPostgres("57P03"), "unavailable"],
  ["too many connections", new DatabaseUnavailable(fromPostgres("53300")), "unavailable"],
  ["a connection exception", inQuery(fromPostgres("08006")), "unavailable"],
  ["a socket that was reset during a query", inQuery(withCode("ECONNRESET")), "unavailable"],
  ["a pool without a free connection", new DatabaseUnavailable(new Error("timeout")), "unavailable"],
  ["a connection that ended", inQuery(new Error("Connection terminated unexpectedly")), "unavailable"],
  ["a full disk of the database", inQuery(fromPostgres("53100")), "full"],
  ["a full disk of this process", withCode("ENOSPC"), "full"],
  ["a full disk when connecting", new DatabaseUnavailable(fromPostgres("53100")), "full"],
])("%s is a database failure", (_what, error, kind) => {
  expect(databaseFailure(error)).toBe(kind);
});

test("the logged reason is the code or the driver's message, never the query", () => {
  expect(failureReason(inQuery(fromPostgres("57P01")))).toBe("57P01");
  expect(failureReason(inQuery(new Error("Connection terminated unexpectedly")))).toBe(
    "Connection terminated unexpectedly",
  );
  expect(failureReason(new DrizzleQueryError("select $1", ["dana@northfield.example"]))).toBe("no reason given");
});

test.each([
  ["a unique violation", inQuery(fromPostgres("23505"))],
  ["another system that refuses a connection", withCode("ECONNREFUSED")],
  ["a bug", new TypeError("x is not a function")],
  ["a thrown string", "no"],
])("%s is not a database failure", (_what, error) => {
  expect(databaseFailure(error)).toBeNull();
});

/** How the queue reports an error of a worker. */
const copied = (error: Error) => ({ ...error, message: error.message, stack: error.stack, queue: "mail.deliver" });

test.each([
  ["a terminated backend", fromPostgres("57P01"), "unavailable", "57P01"],
  ["a pooler without a server", fromPostgres("08P01"), "unavailable", "08P01"],
  ["a refused connection", withCode("ECONNREFUSED"), "unavailable", "ECONNREFUSED"],
  ["the socket file of a stopped server", withCode("ENOENT"), "unavailable", "ENOENT"],
  [
    "a lost connection",
    new Error("Connection terminated unexpectedly"),
    "unavailable",
    "Connection terminated unexpectedly",
  ],
  ["a full disk", fromPostgres("53100"), "full", "53100"],
  ["a unique violation", fromPostgres("23505"), null, "23505"],
  ["a bug", new TypeError("x is not a function"), null, "x is not a function"],
])("%s is the same failure as an error of the job queue and as its copy", (_what, error, failure, reason) => {
  for (const thrown of [error, copied(error)]) {
    expect(databaseFailure(queueError(thrown))).toBe(failure);
    expect(failureReason(queueError(thrown))).toBe(reason);
  }
});

test("something else that the queue throws is an error with its text", () => {
  expect(queueError("no").cause).toEqual(new Error("no"));
});
