const secretKeys =
  /^(password|newPassword|currentPassword|token|secret|apiKey|api_key|authorization|cookie|set-cookie|code)$/i;
/*
 * Attackers can choose the texts these patterns search, so no pattern may rescan a long run of characters from each of
 * its positions: each match starts where a run starts, or is limited in length.
 */

/** The `@` also percent-encoded, once or repeatedly. A local part has at most 64 characters (RFC 5321). */
export const emailPattern = /[\w.+%-]{1,64}(?:@|%(?:25)*40)[\w-]+(?:\.[\w-]+)+/g;
const jwtPattern = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const uuidPattern = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** Not delimited by `\b`: a base64url token may start or end with a hyphen. */
export const longTokenPattern = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/g;

/** Keys of ids that stay readable: they identify a request or a job, never a person. */
const plainKeys = new Set(["requestId", "jobId"]);

/**
 * Returns a copy safe for logging: emails, ids, JWT-like and other long tokens redacted in every string, and the values of
 * the keys password, token, secret, apiKey, api_key, authorization (and cookies, codes) replaced completely. Depth-limited.
 */
export function scrub<T>(value: T, depth = 0): T {
  if (typeof value === "string") return scrubText(value) as T;
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  if (depth > 6) return "[deep]" as T;
  if (Array.isArray(value)) return value.map((item) => scrub(item, depth + 1)) as T;
  const clean: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    clean[key] =
      secretKeys.test(key) && typeof item !== "number"
        ? "[redacted]"
        : plainKeys.has(key)
          ? item
          : scrub(item, depth + 1);
  }
  return clean as T;
}

const scrubText = (text: string) =>
  text
    .replace(jwtPattern, "[token]")
    .replace(emailPattern, "[email]")
    .replace(uuidPattern, "[id]")
    .replace(longTokenPattern, "[token]");
