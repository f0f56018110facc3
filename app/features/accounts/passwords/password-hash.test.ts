import { scryptSync } from "node:crypto";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";

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
