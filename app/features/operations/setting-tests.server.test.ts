import { expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { settingTests } from "./setting-tests.server.ts";

const stripeProblem = (key: string, production: boolean) =>
  settingTests.STRIPE_SECRET_KEY!({ ...env(), STRIPE_API_URL: undefined, STRIPE_SECRET_KEY: key, production });

test.each([
  ["sk_live_51abc", false, "is a live key, and this is not a production site: use the test key"],
  ["rk_live_51abc", false, "is a live key, and this is not a production site: use the test key"],
  ["sk_test_51abc", true, "is a test key, and this is a production site: use the live key"],
  ["whsec_51abc", false, "is not a key of Stripe: copy the one that starts with sk_test_"],
  ["nonsense", true, "is not a key of Stripe: copy the one that starts with sk_live_"],
])(
  "the key %s is refused with the reason before Stripe is asked (production: %s)",
  async (key, production, problem) => {
    expect(await stripeProblem(key, production)).toBe(problem);
  },
);

test("a mail server that refuses the connection is named before it is kept, without its password", async () => {
  const password = "opensesame";
  const problem = await settingTests.SMTP_URL!({ ...env(), SMTP_URL: `smtp://desk:${password}@127.0.0.1:1` });
  expect(problem).toMatch(/^was tried and refused: .*ECONNREFUSED/);
  expect(problem).not.toContain(password);
});
