import { render } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { FirmDatesProvider } from "#app/ui/text/firm-dates.tsx";
import { type Question, Questions } from "./questions.tsx";

const entry = { paymentId: "1", email: "dana@northfield.example", documents: [], invoice: { number: "INV-2026-0001" } };
const style = { isMonthFirst: true, isTwelveHour: true, weekStart: 0 } as const;
const none = { countries: [], now: new Date("2026-03-02T15:00:00Z"), busy: false, refusal: undefined };

function textOf(intent: Question["intent"], item: string): string {
  const question = { intent, entry: { ...entry, item } } as unknown as ComponentProps<typeof Questions>["question"];
  const { container, unmount } = render(
    <FirmDatesProvider zone="America/New_York" dateStyle={style}>
      <Questions {...none} question={question} onClose={() => {}} onConfirm={() => {}} />
    </FirmDatesProvider>,
  );
  const text = container.querySelector("dialog[open]")?.textContent ?? "";
  unmount();
  return text;
}

test.each(["paid", "cancel", "refund"] as const)("the question of %s is about what the payment is for", (intent) => {
  expect(textOf(intent, "")).toMatch(/blueprint|ask for another one/);
  const ofCall = textOf(intent, "Kickoff, 2026-03-03");
  expect(ofCall).toContain("Kickoff, 2026-03-03");
  expect(ofCall).not.toMatch(/blueprint|ask for another one/);
});
