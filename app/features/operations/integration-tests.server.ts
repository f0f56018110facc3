import { setTimeout as pause } from "node:timers/promises";
import { askLanguageModel } from "#app/features/analysis/language-model.server.ts";
import { stripe } from "#app/features/billing/stripe/stripe.server.ts";
import { countCalendars, readEveryCalendar } from "#app/features/booking/hosts/hosts.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { canChange } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin, type Refusal, refuse, type TooMany, tooMany } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { type FetchRefusal, fetchOutside } from "#app/platform/outside/outside-fetch.server.ts";
import { type Reach, theOutside } from "#app/platform/outside/outside-request.server.ts";
import { operationsAudit } from "./audit.ts";
import type { IntegrationKey, TestOutcome } from "./integrations.ts";
import { checkSenderRecords } from "./sender-records.server.ts";
import { sendTestMail } from "./test-mail.server.ts";

/*
 * Tests of the configured services, started by an admin: each makes one real request with a time limit, and reports the result in plain
 * language. Results contain no secrets: texts of other systems are shown only where they help (a mail server's reply), scrubbed and
 * without the values of settings. Ten tests in ten minutes per admin.
 */

/** `detail`: more for the audit log. */
type Tried = Pick<TestOutcome, "passed" | "text" | "records"> & { detail?: Record<string, string> };

const passed = (text: string): Tried => ({ passed: true, text });
const failed = (text: string): Tried => ({ passed: false, text });
const limitMs = 15_000;

/** Tests one integration. `reach`: network access, which tests replace. Refusals: not_admin, too_many, switched_off. */
export async function testIntegration(
  ctx: Ctx,
  { key, settings }: { key: IntegrationKey; settings: Settings },
  reach: Reach = theOutside,
): Promise<Result<TestOutcome, NotAdmin | TooMany | Refusal<"switched_off">>> {
  if (!canChange(ctx.actor, "settings")) return notAdmin();
  const use = await countUse(ctx, "integration-test", ctx.actor.kind === "user" ? ctx.actor.userId : "system");
  if (!use.allowed) return tooMany(use.retryAfterSeconds);
  const started = performance.now();
  const tried = await tests[key]({ ctx, settings, reach });
  const tookMs = Math.round(performance.now() - started);
  if (tried === "off") return refuse("switched_off");
  const { detail: more, ...result } = tried;
  const detail = { passed: tried.passed, tookMs, ...more };
  return adminCommand(ctx, "settings", async () =>
    recorded({ action: operationsAudit.integrationTested, subject: key, detail }, { ...result, at: ctx.now, tookMs }),
  );
}

type Test = (given: { ctx: Ctx; settings: Settings; reach: Reach }) => Promise<Tried | "off">;

const tests: Record<IntegrationKey, Test> = {
  mail: ({ ctx, settings }) => sendTestMail(ctx, settings, limitMs),
  sender: async ({ settings }) => {
    const { domain, records } = await checkSenderRecords(settings);
    const isComplete = records.every(({ state }) => state === "found");
    const text = isComplete ? `All records of ${domain} were found.` : `Not all records of ${domain} were found.`;
    return { passed: isComplete, text, records, detail: { domain } };
  },
  stripe: async ({ settings }) => {
    if (!settings.STRIPE_SECRET_KEY) return "off";
    try {
      const client = await stripe(settings);
      await client.checkout.sessions.list({ limit: 1 }, { timeout: limitMs, maxNetworkRetries: 0 });
      return passed("Stripe accepted the key and returned checkout sessions.");
    } catch (error) {
      return failed(stripeProblem(error));
    }
  },
  calendly: async ({ settings: { CALENDLY_URL }, reach }) => {
    if (!CALENDLY_URL) return "off";
    const page = await fetchOutside(
      CALENDLY_URL,
      { maxBytes: 4_000_000, timeoutMs: limitMs, accept: "text/html", userAgent: "GTMarc connection test" },
      reach,
    );
    return page.ok ? passed("The Calendly page can be read.") : failed(pageProblems[page.reason.kind]);
  },
  calendars: async ({ ctx, reach }) => {
    const { total } = await countCalendars(ctx);
    if (total === 0) return "off";
    // Reading slow calendars one after the other could take minutes; the results appear on the hosts' pages either way.
    const late = pause(2 * limitMs, null, { ref: false });
    const read = await Promise.race([readEveryCalendar(ctx, reach), late]);
    if (read === null) return failed("The calendars take longer than 30 seconds. See the result on each host's page.");
    return read === total
      ? passed(`${read} of ${total} calendars could be read.`)
      : failed(`${read} of ${total} calendars could be read. The host's page says what is wrong with the others.`);
  },
  "language-model": async ({ settings: { AI_BASE_URL } }) => {
    if (!AI_BASE_URL) return "off";
    const answer = await askLanguageModel([{ role: "user", content: "Reply with the word OK." }], {
      maxTokens: 5,
      timeoutMs: limitMs,
    });
    return answer.ok ? passed("The model answered.") : failed(modelProblems[answer.reason.kind]);
  },
};

export function stripeProblem(error: unknown): string {
  const { type, statusCode } = error as { type?: string; statusCode?: number };
  switch (type) {
    case "StripeAuthenticationError":
      return "Stripe does not accept the secret key. Copy the key from the Stripe dashboard again.";
    case "StripePermissionError":
      return "The Stripe secret key may not read checkout sessions. Give it that permission, or use another key.";
    case "StripeRateLimitError":
      return "Stripe received too many requests. Try again in a minute.";
    case "StripeConnectionError":
      return "Stripe did not respond in time, or could not be reached.";
    default:
      return statusCode
        ? `Stripe returned an error (status ${statusCode}).`
        : "Stripe returned a response that cannot be read.";
  }
}

const pageProblems: Record<FetchRefusal["kind"], string> = {
  not_https: "The address of the Calendly page must begin with https://.",
  has_credentials: "The address of the Calendly page must not contain a user name or password.",
  bad_port: "The port of the Calendly page is not allowed.",
  unknown_name: "The host of the Calendly page is not known.",
  not_public: "The Calendly page is in a private network.",
  unreachable: "The host of the Calendly page could not be reached, or its certificate is not valid.",
  timed_out: "The host of the Calendly page did not respond in time.",
  too_large: "The Calendly page is too large.",
  too_many_redirects: "The Calendly page redirects too often.",
  refused_by_server: "The host of the Calendly page did not return the page. Check the address.",
};

const modelProblems = {
  unreachable: "The language model's server did not respond in time, or is overloaded.",
  refused: "The language model's server refused the request. Check its key and model.",
  unreadable: "The language model's server returned an answer that is not in the OpenAI format.",
} as const;
