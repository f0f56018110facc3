import { vi } from "vitest";

/*
 * Cheap password hashes: hundreds of tests sign in, and none of them depends on the cost of a hash.
 * passwords/password-hash.test.ts checks the real cost.
 */
vi.mock("node:crypto", async (importOriginal) => {
  const crypto = await importOriginal<typeof import("node:crypto")>();
  type Done = (error: Error | null, key: Buffer) => void;
  const scrypt = vi.fn((password: string, salt: string, length: number, _cost: object, done: Done) =>
    crypto.scrypt(password, salt, length, { N: 16, r: 1, p: 1 }, done),
  );
  return { ...crypto, default: { ...crypto, scrypt }, scrypt };
});
