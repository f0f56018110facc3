import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { newId } from "#app/lib/uuid.ts";
import { EntryDetails } from "./entry-details.tsx";

const shown = (of: Record<string, unknown>) => render(<EntryDetails of={of} />).container.textContent;

test("details leave out ids and durations and count lists of ids", () => {
  expect(shown({ task: newId(), isDone: true })).toBe("is done: yes");
  expect(shown({ passed: true, tookMs: 12 })).toBe("passed: yes");
  expect(shown({ mergedId: newId() })).toBe("");
  expect(shown({ to: "qualified", prospectIds: [newId(), newId()] })).toBe("to: Qualified, prospects: 2");
});

test("details are words, no stored keys", () => {
  expect(shown({ fields: "employees, valueCents, expectedClose" })).toBe("fields: employees, value, expected close");
  expect(shown({ change: "add_tag", tag: "warm" })).toBe("change: tag added, tag: warm");
});
