import { stripe } from "#app/features/billing/stripe/stripe.server.ts";
import { textProblem, textVariable } from "#app/features/content/texts/site-texts.server.ts";
import { textKeys } from "#app/features/content/texts/texts.ts";
import type { SettingTests } from "#app/features/settings/settings.server.ts";
import { cut } from "#app/lib/words/cut.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { createMailer } from "#app/platform/mail/mailer.server.ts";
import { stripeProblem } from "./integration-tests.server.ts";

/*
 * Tries out settings of other systems before they are kept. The problems continue the setting's name and contain no secrets.
 */

const limitMs = 15_000;

export const settingTests: SettingTests = {
  SMTP_URL: async (settings) => {
    const mailer = createMailer({ ...settings, greetingSeconds: 5 });
    try {
      const problem = await mailer.check();
      return problem && `was tried and refused: ${withoutSecrets(problem, settings.SMTP_URL!)}`;
    } finally {
      mailer.close();
    }
  },
  STRIPE_SECRET_KEY: async (settings) => {
    const mode = /^[rs]k_(test|live)_/.exec(settings.STRIPE_SECRET_KEY!)?.[1];
    const wanted = settings.production ? "live" : "test";
    if (!mode && !settings.STRIPE_API_URL) return `is not a key of Stripe: copy the one that starts with sk_${wanted}_`;
    if (mode !== wanted && !settings.STRIPE_API_URL)
      return mode === "test"
        ? "is a test key, and this is a production site: use the live key"
        : "is a live key, and this is not a production site: use the test key";
    try {
      const client = await stripe(settings);
      await client.checkout.sessions.list({ limit: 1 }, { timeout: limitMs, maxNetworkRetries: 0 });
      return null;
    } catch (error) {
      return `was tried and refused: ${stripeProblem(error).replace(/\.$/, "")}`;
    }
  },
  ...Object.fromEntries(
    textKeys.map((key) => {
      const variable = textVariable(key);
      return [variable, async (settings: Settings) => textProblem(key, settings[variable]!)];
    }),
  ),
};

/** One line without full stop, and without the user and password of the address. */
function withoutSecrets(problem: string, url: string): string {
  const { username, password } = new URL(url);
  let text = cut(problem.replace(/\s+/g, " ").trim(), 300).replace(/\.$/, "");
  for (const secret of [password, decodeURIComponent(password), username, decodeURIComponent(username)])
    if (secret) text = text.replaceAll(secret, "[hidden]");
  return text;
}
