import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { architects } from "#app/features/content/site-facts.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";

const { ctx } = useDatabase();
useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
const unset = { LEGAL_NAME: undefined, LEGAL_ADDRESS: undefined, LEGAL_REGISTRATION: undefined, ARCHITECTS: [] };
beforeEach(() => void useSettings(unset));

const legalPages = ["/terms-of-service", "/privacy-policy", "/contact"];
const peoplePages = ["/about", "/our-approach"];

test("the legal identity is on its pages and in every footer, the people on theirs", async () => {
  useSettings({
    LEGAL_NAME: "GTMarc LLC",
    LEGAL_ADDRESS: ["1 Drawing Office Street", "New York, NY 10001"],
    LEGAL_REGISTRATION: "Delaware file number 1234567",
    ARCHITECTS: [{ name: "Dana Whitlock", role: "Principal architect", picture: "dana.jpg" }],
  });
  for (const page of legalPages) expect(await pageText(visitor, page), page).toContain("Delaware file number 1234567");
  for (const page of peoplePages)
    expect(await pageText(visitor, page), page).toMatch(/Who you work with.*Dana Whitlock Principal architect/);
  for (const page of [...legalPages, ...peoplePages])
    expect(await pageText(visitor, page), page).toContain("GTMarc LLC, 1 Drawing Office Street, New York, NY 10001");
});

test("unset details appear on no page", async () => {
  for (const page of [...legalPages, ...peoplePages])
    expect(await pageText(visitor, page), page).not.toMatch(/Who runs this site|By mail|Who you work with|LLC/);
  useSettings({ LEGAL_NAME: "GTMarc LLC" });
  expect(await pageText(visitor, "/contact")).not.toContain("By mail");
  useSettings({ LEGAL_ADDRESS: ["1 Drawing Office Street"] });
  expect(await pageText(visitor, "/contact")).toMatch(/By mail\s+GTMarc LLC\s+1 Drawing Office Street/);
});

test("a picture without a file is left out", () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "gtmarc-people-"));
  mkdirSync(join(DATA_DIR, "people"));
  writeFileSync(join(DATA_DIR, "people", "dana.jpg"), "");
  useSettings({
    DATA_DIR,
    ARCHITECTS: [
      { name: "Dana Whitlock", role: "Architect", picture: "dana.jpg" },
      { name: "Sam Ode", role: "Builder", picture: "sam.jpg" },
    ],
  });
  expect(architects().map(({ picture }) => picture)).toEqual(["/people/dana.jpg", null]);
});
