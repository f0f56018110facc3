import { afterEach, expect, test, vi } from "vitest";
import { campaign, sessionData } from "./session.ts";

afterEach(() => vi.unstubAllGlobals());

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

test("the source of a visit does not wait for the battery, whose level follows", async () => {
  const battery = Promise.withResolvers<{ level: number }>();
  vi.stubGlobal("navigator", { language: "en-US", getBattery: () => battery.promise });
  vi.stubGlobal("location", { search: "?utm_source=letter", origin: "https://gtmarc.example" });
  vi.stubGlobal("screen", { width: 1440, height: 900, colorDepth: 24 });
  for (const name of ["innerWidth", "innerHeight", "devicePixelRatio"]) vi.stubGlobal(name, 1);
  const data = sessionData("");
  expect(data).toMatchObject({ utm_source: "letter", metadata: { language: "en-US" } });
  battery.resolve({ level: 0.3 });
  await battery.promise;
  expect(data).toMatchObject({ metadata: { battery_level: 0.25 } });
});
