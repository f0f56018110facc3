import { expect, test } from "vitest";
import { campaign } from "./session.ts";

test("the campaign of an address is its own words, a click on an ad, or a reference", () => {
  expect(campaign("?utm_source=news&utm_medium=email&utm_campaign=May&gclid=abc")).toEqual({
    ...{ utm_source: "news", utm_medium: "email", utm_campaign: "May" },
  });
  for (const [search, utm_source] of [
    ["?gclid=Cj0KCQ", "google"],
    ["?msclkid=1", "bing"],
    ["?ttclid=1", "tiktok"],
    ["?li_fat_id=1", "linkedin"],
  ] as const)
    expect(campaign(search)).toEqual({ utm_source, utm_medium: "cpc" });
  expect(campaign("?ref=producthunt")).toEqual({ utm_source: "producthunt" });
  expect(campaign("?utm_source=&fbclid=1")).toEqual({});
  expect(JSON.stringify(campaign("?ref=dana@northfield.example"))).not.toContain("dana");
});
