import { scryptSync } from "node:crypto";
import { expect, test } from "vitest";
import { accountMessages } from "../accounts.ts";
import { hashPassword, lightHash, verifyPassword } from "./password-hash.server.ts";

const password = "correct horse battery staple";

test("a password is stored as scrypt of 32 MiB with its own salt, and can be verified", async () => {
  const [one, two] = await Promise.all([hashPassword(password), hashPassword(password)]);
  expect(one).not.toBe(two);
  const [salt = "", key] = one.split(":");
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 128 * 1024 * 1024 };
  expect(key).toBe(scryptSync(password, salt, 64, cost).toString("hex"));
  expect(await verifyPassword({ hash: one, password })).toBe(true);
  expect(await verifyPassword({ hash: one, password: `${password}!` })).toBe(false);
});

test("beside the hashes that run, 300 wait; further ones are refused at once, and the others end", async () => {
  const results = await Promise.allSettled(Array.from({ length: 400 }, () => lightHash("123456", "salt")));
  const refused = results.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
  const running = results.length - refused.length - 300;
  expect(running).toBeGreaterThanOrEqual(1);
  expect(running).toBeLessThanOrEqual(3);
  expect(new Set(refused.map(({ reason }) => String(reason)))).toEqual(new Set([`Error: ${accountMessages.busy}`]));
  expect(results.findIndex(({ status }) => status === "rejected")).toBe(results.length - refused.length);
});
