import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { newId } from "#app/lib/uuid.ts";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { EntryDetails } from "./entry-details.tsx";

const shown = (of: Record<string, unknown>) =>
  render(<EntryDetails of={of} />, { wrapper: InNewYork }).container.textContent;

test("details leave out ids and durations and count lists of ids", () => {
  expect(shown({ task: newId(), isDone: true })).toBe("is done: yes");
  expect(shown({ passed: true, tookMs: 12 })).toBe("passed: yes");
  expect(shown({ mergedId: newId() })).toBe("");
  expect(shown({ to: "qualified", prospectIds: [newId(), newId()] })).toBe("to: Qualified, prospects: 2");
});

test("details show labels instead of stored keys", () => {
  expect(shown({ fields: "employees, valueCents, expectedClose" })).toBe("fields: employees, value, expected close");
  expect(shown({ saves: 3, since: "2026-03-02T10:04:05.000Z" })).toBe("saves: 3, since: Mar 2, 2026, 5:04 AM EST");
  expect(shown({ change: "owner" })).toBe("change: owner set");
  expect(shown({ role: "owner", created: true })).toBe("role: owner, created: yes");
  expect(shown({ change: "add_tag", tag: "warm" })).toBe("change: tag added, tag: warm");
});

test("dates and times have the format of the admin area", () => {
  expect(shown({ at: "2026-11-28T15:00:00.000Z", dueOn: "2026-11-24" })).toBe(
    "at: Nov 28, 2026, 10:00 AM EST, due on: Nov 24, 2026",
  );
});

test("texts that only look like dates or keys are shown as they are", () => {
  for (const text of ["0000-00-00", "2026-02-30", "2026-13-01T00:00:00Z", "9999-99-99T99:99:99.000Z", "constructor"])
    expect(shown({ tag: text })).toBe(`tag: ${text}`);
});

test("a change shows the old and the new value", () => {
  const changes = {
    role: { from: "COO", to: "CEO" },
    company: { from: null, to: "Northfield" },
    valueCents: { from: 100_000, to: 250_000 },
    ownerId: { from: null, to: newId() },
  };
  expect(shown({ fields: "role, company, valueCents, ownerId", changes })).toBe(
    "role: COO → CEO, company: none → Northfield, value: $1,000 → $2,500, owner id: changed",
  );
});

test("deleted people are named, at most three of them, and after 30 days by company", () => {
  const person = (name: string, company: string | null = null) => ({
    ...{ id: newId(), name, company, addresses: [`${name.toLowerCase()}@firm.example`, "old@firm.example"] },
  });
  const [dana, max] = [person("Dana", "Northfield"), person("Max")];
  const shownOf = (...deleted: object[]) => shown({ prospectIds: deleted.map(() => newId()), deleted });
  expect(shownOf(dana)).toBe("Dana, Northfield (dana@firm.example)");
  expect(shownOf(dana, max, person("Sam"), person("Kim"), person("Ada"))).toBe(
    "Dana, Northfield (dana@firm.example); Max (max@firm.example); Sam (sam@firm.example); 2 more",
  );
  expect(shownOf({ id: newId(), company: "Northfield" }, { id: newId(), company: null })).toBe("Northfield; 1 more");
  expect(shownOf({ id: newId(), company: null })).toBe("prospects: 1");
});

test("prospects of a change to several are named before their number", () => {
  const of = { change: "add_tag", tag: "warm", prospectIds: [newId(), newId()] };
  const { container } = render(<EntryDetails of={of} prospects={["Northfield", "Halden"]} />, { wrapper: InNewYork });
  expect(container.textContent).toBe("Northfield; Halden, change: tag added, tag: warm, prospects: 2");
});

test("repeated saves show the changes, not the complete texts before them", () => {
  const changes = { subject: { from: "May", to: "June" } };
  expect(shown({ saves: 5, before: { subject: "May", body: "The whole text" }, changes })).toBe(
    "saves: 5, subject: May → June",
  );
  expect(shown({ saves: 2, fields: ["summary", "sections"] })).toBe("saves: 2, fields: summary, sections");
});

test("amounts are shown as money of their currency, with cents where there are any", () => {
  expect(shown({ report: "dispute-opened", amount: 49_900, currency: "usd", object: "dp_1" })).toBe(
    "report: dispute opened, amount: $499.00, object: dp_1",
  );
  expect(shown({ report: "refunded", amount: 30_000, currency: "jpy", object: "ch_1" })).toBe(
    "report: refunded, amount: JPY 30,000, object: ch_1",
  );
  expect(shown({ amountCents: 2_450, all: true })).toBe("amount: $24.50, all: yes");
  expect(shown({ changes: { priceCents: { from: null, to: 2_450 } } })).toBe("price: none → $24.50");
});

test("changed settings and nested values are shown in words, not as JSON", () => {
  const settings = [
    { label: "Sender", from: "Not set", to: "Northfield <hello@northfield.example>" },
    { label: "Full blueprint, USD", from: "Default ($499)", to: "$450" },
  ];
  const { container } = render(<EntryDetails of={{ "mail.from": { from: null, to: "x" } }} settings={settings} />, {
    wrapper: InNewYork,
  });
  expect(container.textContent).toBe(
    "Sender: Not set → Northfield <hello@northfield.example>, Full blueprint, USD: Default ($499) → $450",
  );
  expect(
    shown({
      changes: {
        trigger: { from: { kind: "manual" }, to: { kind: "inactivity", days: 30 } },
        steps: { from: [{}], to: [{}, {}] },
      },
    }),
  ).toBe("trigger: kind manual → kind inactivity, days 30, steps: 1 → 2");
});
