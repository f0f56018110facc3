import { afterEach, expect, test } from "vitest";
import { aCall, callTitle, readOfferedCallsFrom, usualCalls } from "./offered-calls.ts";

afterEach(() => readOfferedCallsFrom(() => usualCalls));

test.each([
  ["Strategy session", "strategy session", "a strategy session"],
  ["Intro call", "intro call", "an intro call"],
  ["ROI review", "ROI review", "an ROI review"],
  ["UX review", "UX review", "a UX review"],
  ["SEO audit", "SEO audit", "an SEO audit"],
  ["SaaS intro", "SaaS intro", "a SaaS intro"],
  ["X-ray of your funnel", "X-ray of your funnel", "an X-ray of your funnel"],
])("inside a sentence %j is %j and %j", (title, inside, withArticle) => {
  readOfferedCallsFrom(() => ({ ...usualCalls, session: { title, isOffered: true } }));
  expect([callTitle("session"), aCall("session")]).toEqual([inside, withArticle]);
});
