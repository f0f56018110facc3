import { z } from "zod";
import { renewAccess } from "#app/features/accounts/providers/openid.server.ts";
import type { ProviderId } from "#app/features/accounts/providers/sign-in-providers.ts";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import { type Answer, ask, newBudget, troubleOf } from "../dav-request.server.ts";
import type { Trouble } from "../provider.ts";

/* Requests to the REST interfaces of Google Calendar and Microsoft Graph, with access tokens that are renewed when they expire. */

const apis: Record<ProviderId, string> = {
  google: "https://www.googleapis.com/calendar/v3",
  microsoft: "https://graph.microsoft.com/v1.0",
};

export type RestAccount = {
  provider: ProviderId;
  refreshToken: string;
  /** Stores the refresh token that replaces the one of the account. */
  keep: (refreshToken: string) => Promise<void>;
};

type RestRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the interface's address, or a whole address below it, as in a link to the next page. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
};

/** Access tokens by the hash of their refresh token, each until a minute before it expires. */
const tokens = new Map<string, { token: string; until: number }>();
const maxTokens = 1000;
/** A refresh token may be used once, so calendars of one account share its renewal. */
const renewals = new Map<string, Promise<Result<string, Trouble>>>();
const maxPages = 100;

export type RestClient = {
  send(request: RestRequest): Promise<Result<Answer, Trouble>>;
  /** The body of a successful GET. Other bodies than the expected ones are `not_a_calendar_server`. */
  read<Schema extends z.ZodType>(
    request: Omit<RestRequest, "method">,
    schema: Schema,
  ): Promise<Result<z.infer<Schema>, Trouble>>;
  /** The elements of every page. */
  readAll<Schema extends z.ZodType>(
    request: Omit<RestRequest, "method">,
    page: Schema,
    parts: (page: z.infer<Schema>) => { next: Pick<RestRequest, "path" | "query"> | null },
  ): Promise<Result<z.infer<Schema>[], Trouble>>;
};

export function restClient({ provider, refreshToken, keep }: RestAccount): RestClient {
  const { OPENID_TEST_ISSUER } = env();
  const api = OPENID_TEST_ISSUER ? `${OPENID_TEST_ISSUER}/${provider}/api` : apis[provider];

  const budget = newBudget();

  async function access(refused?: string): Promise<Result<string, Trouble>> {
    const key = hashToken(refreshToken);
    const known = tokens.get(key);
    if (known && known.token !== refused && performance.now() < known.until) return ok(known.token);
    const renewal = renewals.get(key) ?? renew().finally(() => renewals.delete(key));
    renewals.set(key, renewal);
    return renewal;
  }

  async function renew(): Promise<Result<string, Trouble>> {
    const renewed = await renewAccess(provider, refreshToken);
    if (!renewed.ok) return refuse(renewed.reason.kind === "access_revoked" ? "access_revoked" : "unreachable");
    const { accessToken, lifeSeconds, refreshToken: next } = renewed.value;
    if (tokens.size >= maxTokens) tokens.clear();
    const entry = { token: accessToken, until: performance.now() + (lifeSeconds - 60) * 1000 };
    // Other readers of the account may still have the replaced token.
    for (const token of [refreshToken, next ?? refreshToken]) tokens.set(hashToken(token), entry);
    if (next && next !== refreshToken) await keep(next);
    return ok(accessToken);
  }

  async function send(wanted: RestRequest, refused?: string): Promise<Result<Answer, Trouble>> {
    const { method, path, query, headers, body } = wanted;
    const url = new URL(path.startsWith("https:") || path.startsWith("http:") ? path : api + path);
    if (!url.href.startsWith(`${api}/`)) return refuse("not_a_calendar_server");
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const token = await access(refused);
    if (!token.ok) return token;
    const sent = {
      ...{ authorization: `Bearer ${token.value}`, accept: "application/json" },
      ...(body && { "content-type": "application/json" }),
      ...headers,
    };
    const answer = await ask(
      { url: url.href, method, headers: sent, ...(body && { body: JSON.stringify(body) }) },
      budget,
    );
    if (!answer.ok || answer.value.status !== 401 || refused !== undefined) return answer;
    return send(wanted, token.value);
  }

  const read: RestClient["read"] = async (wanted, schema) => {
    const answer = await send({ ...wanted, method: "GET" });
    if (!answer.ok) return answer;
    if (answer.value.status !== 200) return restTroubleOf(answer.value);
    const parsed = schema.safeParse(jsonIn(answer.value.text));
    return parsed.success ? ok(parsed.data) : refuse("not_a_calendar_server");
  };

  const readAll: RestClient["readAll"] = async (wanted, schema, parts) => {
    const pages = [];
    let request: Omit<RestRequest, "method"> = wanted;
    for (let count = 0; count < maxPages; count += 1) {
      const page = await read(request, schema);
      if (!page.ok) return page;
      pages.push(page.value);
      const { next } = parts(page.value);
      if (!next) return ok(pages);
      request = { ...wanted, ...next };
    }
    return refuse("too_many_events");
  };

  return { send: (wanted) => send(wanted), read, readAll };
}

const LimitError = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string().regex(/RateLimitExceeded|quotaExceeded/i) })).min(1),
  }),
});

/** Google reports a used-up quota as 403. */
export function restTroubleOf(answer: Answer) {
  if (answer.status === 403 && LimitError.safeParse(jsonIn(answer.text)).success)
    return troubleOf({ ...answer, status: 429 });
  return troubleOf(answer.status < 300 ? { ...answer, status: 400 } : answer);
}
