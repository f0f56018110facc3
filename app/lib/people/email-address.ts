import { z } from "zod";
import { canonicalAddress } from "./canonical-address.ts";
import "#app/lib/forms/validation-messages.ts";

/**
 * A canonical address. Before the @ also letters and digits of other scripts (RFC 6531), which only mail servers with
 * SMTPUTF8 accept. The pattern of zod refuses internationalized top-level domains (`xn--p1ai`).
 */
const pattern =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+\-.]*[\p{L}\p{M}\p{N}_+-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/iu;

export const isEmailAddress = (address: string): boolean => pattern.test(address);

/** Whether mail servers without SMTPUTF8 accept a canonical address, as a recipient and in a header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: tests for ASCII.
export const isAsciiAddress = (address: string): boolean => /^[\x00-\x7f]*$/.test(address);

/** Schema of an email address in its canonical form (`canonicalAddress`), at most 255 characters. */
export const emailAddress = (message: string) =>
  z.preprocess(
    (value) => (typeof value === "string" ? canonicalAddress(value) : value),
    z
      .string({ error: message })
      .max(255, message)
      .pipe(z.email({ error: message, pattern })),
  ) as unknown as z.ZodType<string, string>;
