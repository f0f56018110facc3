import { isLoopbackName } from "../outside/ip-address.server.ts";

/** Settings as they are written, by variable; empty ones are absent. */
export type Filled = Readonly<Record<string, string | undefined>>;

export function missingInProduction(filled: Filled, secretLength: number): string[] {
  const { SITE_URL, SECRET, WEBHOOK_ALLOW_PRIVATE, OPENID_TEST_ISSUER } = filled;
  const problems: string[] = [];
  if (!SITE_URL) problems.push("SITE_URL is required in production, such as https://gtmarc.example");
  else if (isPlainHttp(SITE_URL))
    problems.push("SITE_URL needs https in production: over http, passwords and sessions can be intercepted");
  if (!SECRET) problems.push(`SECRET is required in production: at least ${secretLength} random characters`);
  if (WEBHOOK_ALLOW_PRIVATE === "on")
    problems.push("WEBHOOK_ALLOW_PRIVATE is for tests: in production it would open the private network to webhooks");
  if (OPENID_TEST_ISSUER) problems.push("OPENID_TEST_ISSUER is for tests: in production it could sign in as anyone");
  return problems;
}

/** Whether the URL uses http to a host other than loopback. */
function isPlainHttp(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopbackName(hostname);
}

/** Settings that do not fit together, with the variables of each contradiction. */
export function contradictions(filled: Filled): { names: readonly string[]; problem: string }[] {
  const found: { names: readonly string[]; problem: string }[] = [];
  const add = (names: readonly string[], problem: string) => found.push({ names, problem });
  for (const pair of [
    ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
    ["AI_BASE_URL", "AI_MODEL"],
    ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
    ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
  ] as const)
    if (Boolean(filled[pair[0]]) !== Boolean(filled[pair[1]]))
      add(pair, `${pair.join(" and ")} belong together: set both or neither`);
  if (filled["AI_API_KEY"] && !filled["AI_BASE_URL"])
    add(["AI_API_KEY", "AI_BASE_URL"], "AI_API_KEY has no effect without AI_BASE_URL: set both");
  if (filled["TRUST_FORWARDED_HOST"] === "on" && !filled["TRUSTED_PROXIES"])
    add(
      ["TRUST_FORWARDED_HOST"],
      "TRUST_FORWARDED_HOST has no effect without TRUSTED_PROXIES: name the proxies that may set the host",
    );
  if (filled["MAIL_REPLY_ADDRESS"] && !filled["MAIL_WEBHOOK_SECRET"] && !filled["MAIL_SES_TOPICS"])
    add(
      ["MAIL_REPLY_ADDRESS", "MAIL_WEBHOOK_SECRET", "MAIL_SES_TOPICS"],
      "MAIL_REPLY_ADDRESS has no use without MAIL_WEBHOOK_SECRET or MAIL_SES_TOPICS: replies would not arrive here",
    );
  if (filled["DATABASE_READ_URL"] && !filled["DATABASE_URL"])
    add(["DATABASE_READ_URL"], "DATABASE_READ_URL has no effect without DATABASE_URL: set both");
  if (filled["SERVE"] === "off" && filled["JOBS"] === "off")
    add(["SERVE", "JOBS"], "JOBS=off and SERVE=off leave nothing to do: set one of them");
  if (filled["SERVE"] === "off" && !filled["DATABASE_URL"])
    add(["SERVE"], "SERVE=off needs DATABASE_URL: another process serves the site from the same database");
  if (filled["MAIL"] && filled["SMTP_URL"])
    add(["SMTP_URL"], "MAIL=mailbox and SMTP_URL contradict each other: set one of them");
  return found;
}
