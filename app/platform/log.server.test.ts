import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { scrub } from "#app/lib/words/scrub.ts";
import { describeError, describeFields } from "./log.server.ts";

test("an error is logged with its message, stack, code and cause, scrubbed and without the driver's additional fields", () => {
  const program = `
    import { log } from ${JSON.stringify(join(import.meta.dirname, "log.server.ts"))};
    const error = new Error("no row for ada@northfield.example\\n{}\\u001b[2K", { cause: new TypeError("beneath") });
    log.error({ err: Object.assign(error, { code: "23505", client: { password: "x" } }), jobId: "j" }, "job of ada@northfield.example failed: token=abc");`;
  const line = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    env: { ...process.env, LOG_LEVEL: "info" },
  });
  // One line, whatever an attacker puts into a message (ASVS 16.4.1).
  expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
  const { err, ...rest } = JSON.parse(line);
  expect(rest).toMatchObject({ level: "error", jobId: "j", msg: "job of [email] failed: token=[redacted]" });
  expect(err).toMatchObject({
    type: "Error",
    message: "no row for [email]\n{}\u001b[2K",
    errorCode: "23505",
    cause: { message: "beneath" },
  });
  expect(err.stack).toMatch(/^Error: no row for \[email\]\n{}.*\n {4}at /);
  expect(err).not.toHaveProperty("client");
});

const logged = (error: unknown) => JSON.stringify(scrub(describeError(error)));

test("a failed query is logged without its parameters, wherever the error is nested", () => {
  const database = Object.assign(new Error('invalid input syntax for type uuid: "Ada Lovelace"'), {
    severity: "ERROR",
    code: "22P02",
    detail: "Key (email)=(ada) already exists.",
    where: "unnamed portal parameter $1 = 'Ada Lovelace'",
  });
  const query = new DrizzleQueryError(
    "update blueprint set inputs = $1",
    ["Ada Lovelace\n    at home", 4711],
    database,
  );
  for (const error of [query, new Error("job failed", { cause: query }), new AggregateError([query], "several")]) {
    const line = logged(error);
    expect(line).toContain("update blueprint set inputs = $1");
    expect(line).toContain("22P02");
    expect(line).toContain("log.server.test");
    expect(line).not.toMatch(/Ada|Lovelace|4711|at home|params/);
  }
});

test("an error in any field of a log line is described like the one under err", () => {
  const query = new DrizzleQueryError("select $1", ["Ada Lovelace"], new Error("down"));
  const line = JSON.stringify(describeFields({ details: ["could not sign in", query], nested: { reason: query } }));
  expect(line.match(/select \$1/g)!.length).toBeGreaterThanOrEqual(2);
  expect(line).not.toMatch(/Lovelace/);
});

test("a circular cause ends the description", () => {
  const error = new Error("loop");
  error.cause = new Error("inner", { cause: error });
  expect(logged(error)).toContain("inner");
});
