const secretKeys =
  /(?:password|passwd|passphrase|passcode|pwd|token|secret|(?:api|private|secret|access)[_-]?key)(?:[_-]?confirm(?:ation)?|\d)?\]?$|^(?:authorization|cookie|set-cookie|code|otp)$/i;
/*
 * Attackers can choose the texts these patterns search, so no pattern may rescan a long run of characters from each of
 * its positions: each match starts where a run starts, or is limited in length.
 */

/** For scripts of pages: without international addresses, which the server redacts. */
export const emailPattern = /[\w.+%-]{1,64}(?:@|%(?:25)*40)[\w-]+(?:\.[\w-]+)+/g;
/**
 * The `@` also percent-encoded, once or repeatedly; a label ends before the next one. A local part has at most 64 characters (RFC 5321). At
 * the end of a text also the beginning of an address, which was cut.
 */
const anyEmailPattern =
  /[\p{L}\p{M}\p{N}_.+%-]{1,64}(?:[@＠]|%(?:25)*40)(?:(?:[\p{L}\p{M}\p{N}_-]|%(?!(?:25)*40))+(?:[.。](?:[\p{L}\p{M}\p{N}_-]|%(?!(?:25)*40))+)+|[\p{L}\p{M}\p{N}_-]*[.。]?$)/gu;
/** `password=…`, `"token": "…"`, `authorization: Bearer …`, also percent-encoded. */
const namedSecretPattern =
  /((?:password|passwd|passphrase|passcode|pwd|token|secret|(?:api|private|secret|access)[ _-]?key|authorization|otp)(?:[_-]?confirm(?:ation)?|\d)?(?:["'\\[\]]|%22|%5[bd]){0,3}\s{0,3}(?:[=:]|%3[ad])\s{0,3})(?:(")(?:[^"\\\r\n]|\\.){1,500}|(\\"|%22)[^"\\\r\n]{1,500}|(')[^'\r\n]{1,500}|(?!\[(?:redacted|token|email|id)\])(?:(?:bearer|basic|digest|token|negotiate)\s{1,3})?[^\s"'&,;)}\]\\]+)/gi;
/** Everything up to the end of the line or of the quoted text. */
const cookiePattern = /(cookie["']?\s{0,3}[:=]\s{0,3}["']?)[^\r\n"']+/gi;
const schemePattern = /\b((?:bearer|basic)\s{1,3})(?=[^\s"',;]*\d)[\w.~+/=-]{8,}/gi;
/** A code that was mailed or is from an app; codes of errors and addresses stay. */
const digitsPattern =
  /(?<!(?:error|status|exit|result|response|postal|post|zip)[ _-]?)(code(?:["'\\\]]|%22|%5d){0,3}\s?(?:[=:]|%3[ad])\s?(?:\\?["']|%22)?)\d{6}\b/gi;
const codePattern = /([?&](?:code|state)=)[^\s&"'#]+/gi;
/** `postgres://user:password@host` */
const userInfoPattern = /(:\/\/)[^\s/@:"']{0,200}:[^\s/@"']{1,200}@/g;
/** An access code as it is mailed. */
const accessCodePattern = /\b(?:[2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}\b/g;
const jwtPattern = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const uuidPattern = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** Not delimited by `\b`: a base64url token may start or end with a hyphen. */
export const longTokenPattern = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/g;

/** Keys of ids that stay readable: they identify a request or a job, never a person. */
const plainKeys = new Set(["requestId", "jobId"]);

/**
 * Returns a copy safe for logging: emails, ids, JWT-like and other long tokens redacted in every string and key, and the values of
 * password, token, secret, API key, authorization (and cookies, codes) replaced completely, as keys and inside texts. Depth-limited.
 */
export function scrub<T>(value: T, depth = 0): T {
  if (typeof value === "string") return scrubText(value) as T;
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  if (depth > 6) return "[deep]" as T;
  if (Array.isArray(value)) return value.map((item) => scrub(item, depth + 1)) as T;
  const clean: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const isSecret =
      (secretKeys.test(key) && typeof item !== "number") ||
      (typeof item === "string" && /^\d{6}$/.test(item) && `${key}:${item}`.search(digitsPattern) >= 0);
    clean[scrubText(key)] = isSecret ? "[redacted]" : plainKeys.has(key) ? item : scrub(item, depth + 1);
  }
  return clean as T;
}

const scrubText = (text: string) =>
  text
    .replace(userInfoPattern, "$1[redacted]@")
    .replace(cookiePattern, "$1[redacted]")
    .replace(namedSecretPattern, "$1$2$3$4[redacted]")
    .replace(schemePattern, "$1[redacted]")
    .replace(digitsPattern, "$1[redacted]")
    .replace(codePattern, "$1[redacted]")
    .replace(jwtPattern, "[token]")
    .replace(accessCodePattern, "[token]")
    .replace(anyEmailPattern, "[email]")
    .replace(uuidPattern, "[id]")
    .replace(longTokenPattern, "[token]");
