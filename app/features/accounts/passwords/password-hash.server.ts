import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { narrowGate } from "#app/lib/program/narrow-gate.ts";
import { accountMessages } from "../accounts.ts";
import { isCommonPassword } from "./common-passwords.server.ts";

/*
 * Passwords are stored as scrypt hashes: N = 2^14, r = 16, p = 1, which takes 32 MiB and about 60 ms of one core (stored
 * as `salt:key` in hex). Node computes them in its thread pool, which it shares with file and
 * DNS operations, so concurrency is limited to one core fewer than available, and to three threads. Further calls are
 * queued; when the queue is full they are refused (`GateCrowded`, 503). A flood of sign-ins slows only signing in.
 */
const cost = { N: 16_384, r: 16, p: 1 } as const;
const keyBytes = 64;

/** Node's thread pool has four threads; one stays free. */
const gate = narrowGate({
  ...{ width: Math.max(1, Math.min(availableParallelism() - 1, 3)), maxQueue: 300 },
  refusal: accountMessages.busy,
});

/** `salt:key`, both in hex. Throws GateCrowded. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${(await slowHash(password, salt)).toString("hex")}`;
}

/** Compares in constant time. Throws GateCrowded. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [salt = "", key = ""] = hash.split(":");
  const expected = Buffer.from(key, "hex");
  const given = await slowHash(password, salt);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Derives 64 bytes. NFKC normalization, so that a letter matches however a keyboard composes it. */
const slowHash = (text: string, salt: string, { N, r, p }: ScryptCost = cost): Promise<Buffer> =>
  gate(
    () =>
      new Promise((resolve, reject) => {
        const options = { N, r, p, maxmem: 2 * 128 * N * r };
        scrypt(text.normalize("NFKC"), salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );

type ScryptCost = { N: number; r: number; p: number };

/** A cheaper hash (4 MiB, about 10 ms) for random codes, which no dictionary contains. */
export const lightHash = (code: string, salt: string): Promise<Buffer> => slowHash(code, salt, { N: 4096, r: 8, p: 1 });

/** Returns the hash of a new password, or null if it is too common (spec: common-passwords). Throws GateCrowded. */
export const hashNewPassword = async (password: string): Promise<string | null> =>
  (await isCommonPassword(password)) ? null : await hashPassword(password);
