import { expect, test } from "vitest";
import { settingsAudit } from "./audit.ts";
import { settingChanges } from "./setting-pages.server.ts";

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
