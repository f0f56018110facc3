import { expect, test } from "vitest";
import { campaign } from "./session.ts";

test("the campaign of an address is its own words, a click on an ad, or a reference", () => {
  expect(campaign("?utm_source=news&utm_medium=email&utm_campaign=May&gclid=abc")).toEqual({
    ...{ utm_source: "news", utm_medium: "email", utm_campaign: "May" },
  });
  for (const name of ["gclid", "msclkid", "ttclid", "li_fat_id"])
    expect(campaign(`?a=1&${name}=Cj0KCQ`)).toEqual({ utm_medium: name });
  expect(campaign("?ref=producthunt")).toEqual({ utm_source: "producthunt" });
  expect(campaign("?utm_source=&fbclid=1")).toEqual({});
  expect(JSON.stringify(campaign("?ref=dana@northfield.example"))).not.toContain("dana");
});
