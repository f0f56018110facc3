import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { noContact } from "#app/features/pipeline/prospect-fields.ts";
import type { ProspectDetail } from "#app/features/pipeline/prospects/prospect-detail.server.ts";
import { ContactForm } from "./contact-form.tsx";

type Prospect = ProspectDetail["prospect"];
const now = new Date("2026-03-02T10:00:00Z");
const stored: Prospect = {
  ...{ id: "0199aaaa-0000-7000-8000-000000000001", email: "dana@northfield.example", userId: null },
  ...noContact,
  ...{ name: "Dana Whitlock", firstName: "Dana", lastName: "Whitlock", company: "Northfield", employees: 30 },
  ...{
    domain: "northfield.example",
    source: "manual",
    stage: "lead",
    stageSince: now,
    lostReason: null,
    lostNote: null,
  },
  ...{ valueCents: 100_050, paidCents: 0, score: 10, scoredAt: now, lastActivityAt: null, createdAt: now },
  ...{ unconfirmedFields: [], editedFields: [], ownerId: null, tags: [], expectedClose: null, version: 4 },
};

function open(prospect = stored) {
  const onSave = vi.fn();
  const form = (shown: Prospect, more: { busy?: boolean; refusal?: string; savedAt?: number } = {}) => (
    <ContactForm
      {...{ owners: [], busy: false, refusal: undefined, savedAt: 0, ...more }}
      prospect={shown}
      onSave={onSave}
    />
  );
  const { rerender } = render(form(prospect));
  return {
    onSave,
    load: (more: Partial<Prospect>, props = {}) => rerender(form({ ...prospect, ...more }, props)),
  };
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: /^Save/ }));

test("a form without unsaved input shows a colleague's changes", () => {
  const { load } = open();
  load({ employees: 41, version: 5 });
  expect(field("Employees").value).toBe("41");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("input stays when a colleague's change is loaded, and both values are shown", () => {
  const { load, onSave } = open();
  type("Employees", "42");
  type("Role", "COO");
  load({ employees: 41, company: "Northfield Inc.", version: 5 });
  expect(screen.getByRole("alert").textContent).toContain("This prospect changed while you were editing.");
  expect([field("Employees").value, field("Role").value]).toEqual(["42", "COO"]);
  expect(field("Company").value).toBe("Northfield Inc.");
  expect(screen.getByText(/A colleague saved: 41/)).toBeTruthy();
  save();
  expect(onSave).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      version: 5,
      employees: 42,
      role: "COO",
      company: "Northfield Inc.",
      valueCents: 100_050,
    }),
  );
});

test("a button replaces the input with the colleague's value", () => {
  const { load, onSave } = open();
  type("Employees", "42");
  type("Name", "Dana W.");
  load({ employees: 41, name: null, version: 5 });
  fireEvent.click(screen.getByRole("button", { name: /^Use 41/ }));
  fireEvent.click(screen.getByRole("button", { name: /^Clear Name/ }));
  expect([field("Employees").value, field("Name").value]).toEqual(["41", ""]);
  expect(screen.queryByRole("alert")).toBeNull();
  save();
  expect(onSave).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ version: 5, employees: 41, name: null }));
});

test("after a save the form follows the stored values, but keeps input typed during the save", () => {
  const { load } = open();
  type("Employees", "1,000");
  save();
  load({}, { busy: true });
  type("Role", "COO");
  load({ employees: 1000, version: 5 }, { savedAt: 1 });
  expect([field("Employees").value, field("Role").value]).toEqual(["1000", "COO"]);
  expect(screen.queryByRole("alert")).toBeNull();
  load({ employees: 1001, version: 6 }, { savedAt: 1 });
  expect([field("Employees").value, field("Role").value]).toEqual(["1001", "COO"]);
  expect(screen.getByRole("alert")).toBeTruthy();
});

test("numbers are read as people type them", () => {
  const { onSave } = open();
  type("Employees", "250,0");
  type("Yearly value for the client", "$ 1,200.50");
  save();
  expect(onSave).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ employees: 250, valueCents: 120_050 }));
});

test("a refused save keeps the input", () => {
  const { load } = open();
  type("Employees", "42");
  save();
  load({ employees: 41, version: 5 }, { refusal: "A colleague saved this prospect." });
  expect(field("Employees").value).toBe("42");
  expect(screen.getByText(/A colleague saved: 41/)).toBeTruthy();
});
