import { expect, test } from "vitest";
import { commandLine } from "#app/lib/actor.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { settingsAudit } from "./audit.ts";
import { readSettingPage, settingChanges } from "./setting-pages.server.ts";
import { changeSettings } from "./settings.server.ts";

const { ctx } = useDatabase();
const operator = { ...ctx, actor: commandLine };

const inWords = (name: string, from: string | null, to: string | null) => {
  const [change] = settingChanges(settingsAudit.changed, { [name]: { from, to } });
  return change && `${change.label}: ${change.from} → ${change.to}`;
};

test("a changed setting is named by its label, with old and new value in words, for every kind", () => {
  expect(inWords("firm.name", null, "Northfield")).toBe("Name of the firm: Default (GTMarc) → Northfield");
  expect(inWords("prices.unlock", null, "1450")).toBe("Full blueprint, USD: Default ($499) → $1,450");
  expect(inWords("billing.reminders", "off", null)).toBe("Reminders of overdue invoices: Off → Default (On)");
  expect(inWords("mail.smtp_url", null, "set")).toBe("Mail server: Not set → Set");
  expect(inWords("firm.logo", "a picture of 3 kB", null)).toBe("Logo: a picture of 3 kB → Not set");
  expect(inWords("legal.address", null, "1 Main St|Austin, TX")).toBe(
    "Postal address: Not set → 1 Main St; Austin, TX",
  );
  expect(inWords("security.preview_hosts", "a.example,b.example", "b.example")).toBe(
    "Preview hosts: a.example, b.example → b.example",
  );
  expect(inWords("earlier.setting", null, "5")).toBe("earlier.setting: Not set → 5");
  expect(settingChanges("user.deleted", { people: 1 })).toEqual([]);
});

test("the public holidays are chosen from countries and regions, and the next ones are shown with their dates", async () => {
  const readField = async (now: string) => {
    const page = await readSettingPage({ ...operator, now: new Date(now) }, "booking");
    return page.ok ? page.value.fields.find(({ name }) => name === "booking.holidays") : undefined;
  };
  expect((await readField("2026-12-01T12:00:00Z"))?.help).toContain(
    "Next: 2026-12-25 Christmas Day, 2027-01-01 New Year's Day, 2027-01-18",
  );
  await changeSettings(operator, { changes: [{ name: "booking.holidays", value: "DE-BY" }] });
  const bavaria = await readField("2026-12-01T12:00:00Z");
  expect(bavaria?.help).toContain("Next: 2026-12-25 Christmas Day, 2026-12-26 Boxing Day, 2027-01-01");
  expect(bavaria?.choices).toContainEqual({ value: "DE-BY", label: "Germany: Bayern" });
  const refused = await changeSettings(operator, { changes: [{ name: "booking.holidays", value: "Bavaria" }] });
  expect(refused).toMatchObject({ ok: false, reason: { kind: "invalid" } });
});

test("time zones have their current names, and a saved former name stays valid and chosen", async () => {
  const readZone = async () => {
    const page = await readSettingPage(operator, "booking");
    return page.ok ? page.value.fields.find(({ name }) => name === "booking.timezone") : undefined;
  };
  expect((await readZone())?.choices).toContain("Europe/Kyiv");
  expect((await readZone())?.choices).not.toContain("Europe/Kiev");
  const saved = await changeSettings(operator, { changes: [{ name: "booking.timezone", value: "Europe/Kiev" }] });
  expect(saved).toMatchObject({ ok: true });
  const field = await readZone();
  expect(field?.value).toBe("Europe/Kiev");
  expect(field?.choices).toContainEqual({ value: "Europe/Kiev", label: "Europe/Kyiv" });
  expect(field?.choices).not.toContain("Europe/Kyiv");
});
