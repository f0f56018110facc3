import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { narrowGate } from "#app/lib/narrow-gate.ts";
import { isCommonPassword } from "./common-passwords.server.ts";

/*
 * Passwords are kept as scrypt hashes: N = 2^14, r = 16, p = 1, that is 32 MiB and some 60 ms of one core for each look (the
 * accounts library's own format, `salt:key` in hex). Node does that outside the thread that answers requests, on threads
 * that it shares with files and names; so at most one core fewer than there are works at it, and never more than those
 * threads can spare. What does not find a place waits its turn, and when too many wait the call is refused instead
 * (`GateCrowded`, answered 503): a flood of sign-ins makes signing in slow, and nothing else.
 */
const cost = { N: 16_384, r: 16, p: 1 } as const;
const keyBytes = 64;

/** Four threads are what Node has for such work; one stays free. */
const gate = narrowGate({ width: Math.max(1, Math.min(availableParallelism() - 1, 3)), longestQueue: 300 });

/** `salt:key`, both in hex. Throws GateCrowded. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${(await slowHash(password, salt)).toString("hex")}`;
}

/** Whether this is the password behind the hash; compared in constant time. Throws GateCrowded. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [salt = "", key = ""] = hash.split(":");
  const expected = Buffer.from(key, "hex");
  const given = await slowHash(password, salt);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** 64 bytes that take time to find. NFKC, so that a letter counts alike however a keyboard composes it. */
const slowHash = (text: string, salt: string, { N, r, p }: ScryptCost = cost): Promise<Buffer> =>
  gate(
    () =>
      new Promise((resolve, reject) => {
        const options = { N, r, p, maxmem: 2 * 128 * N * r };
        scrypt(text.normalize("NFKC"), salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );

type ScryptCost = { N: number; r: number; p: number };

/** The same with 4 MiB and about 10 ms, for random codes, which no dictionary contains. */
export const lightHash = (code: string, salt: string): Promise<Buffer> => slowHash(code, salt, { N: 4096, r: 8, p: 1 });

/** The hash of a new password, or null when it is one that everybody tries first (spec: common-passwords). Throws GateCrowded. */
export const hashNewPassword = async (password: string): Promise<string | null> =>
  (await isCommonPassword(password)) ? null : await hashPassword(password);
