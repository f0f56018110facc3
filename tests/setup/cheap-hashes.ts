import { vi } from "vitest";

/*
 * Password hashes with a fraction of their cost: hundreds of tests sign somebody up, and their subject is never how long a
 * hash takes. passwords/password-hash.test.ts checks the real cost.
 */
vi.mock("node:crypto", async (importOriginal) => {
  const crypto = await importOriginal<typeof import("node:crypto")>();
  type Done = (error: Error | null, key: Buffer) => void;
  const scrypt = vi.fn((password: string, salt: string, length: number, _cost: object, done: Done) =>
    crypto.scrypt(password, salt, length, { N: 16, r: 1, p: 1 }, done),
  );
  return { ...crypto, default: { ...crypto, scrypt }, scrypt };
});
