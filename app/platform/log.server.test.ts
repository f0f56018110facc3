import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("an error is logged with its message, stack, code and cause, without what a driver hung on it, and scrubbed", () => {
  const program = `
    import { log } from ${JSON.stringify(join(import.meta.dirname, "log.server.ts"))};
    const error = new Error("no row for ada@northfield.example\\n{}\\u001b[2K", { cause: new TypeError("beneath") });
    log.error({ err: Object.assign(error, { code: "23505", client: { password: "x" } }), jobId: "j" }, "job failed");`;
  const line = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    env: { ...process.env, LOG_LEVEL: "info" },
  });
  // One line, whatever an attacker has put into a message (ASVS 16.4.1).
  expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
  const { err, ...rest } = JSON.parse(line);
  expect(rest).toMatchObject({ level: "error", jobId: "j", msg: "job failed" });
  expect(err).toMatchObject({
    type: "Error",
    message: "no row for [email]\n{}\u001b[2K",
    errorCode: "23505",
    cause: { message: "beneath" },
  });
  expect(err.stack).toMatch(/^Error: no row for \[email\]\n{}.*\n {4}at /);
  expect(err).not.toHaveProperty("client");
});
