import { fireEvent, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, test, vi } from "vitest";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { ConnectedCalendars } from "./connected-calendars.tsx";

type Props = ComponentProps<typeof ConnectedCalendars>;
const idle = { busy: false, refusal: undefined };

function show(changes: Partial<Props>) {
  const props: Props = {
    ...{ accounts: [], rules: { calendarDown: "busy", calendarDeletion: "ask" }, providers: [] },
    ...{ consent: { isConnected: false, problem: null }, starting: idle, connecting: idle, choosing: idle },
    ...{ onStart: vi.fn(), onConnect: vi.fn(), onChoose: vi.fn(), onDisconnect: vi.fn() },
  };
  render(<ConnectedCalendars {...props} {...changes} />, { wrapper: InNewYork });
}

test("a provider with keys in the settings has a button, the others have none", () => {
  const onStart = vi.fn();
  show({ providers: ["google"], onStart });
  fireEvent.click(screen.getByRole("button", { name: /^Connect Google Calendar/ }));
  expect(onStart).toHaveBeenCalledWith("google");
  expect(screen.queryByRole("button", { name: /Microsoft/ })).toBeNull();
});

test("a calendar says how many of its events were skipped", () => {
  const calendar = {
    ...{ id: "1", name: "Calls", canWrite: true, isChecked: true, isTarget: true, problem: null, skippedCount: 2 },
    readAt: new Date("2026-03-02T15:00:00Z"),
  };
  show({ accounts: [{ id: "1", kind: "google", server: "", username: "dana@firm.example", calendars: [calendar] }] });
  expect(document.body.textContent).toContain("2 events could not be read completely.");
});

test("the page says what became of a connection that was started at a provider", () => {
  const problem = "The connection was canceled or took too long. Try again.";
  show({ consent: { isConnected: false, problem } });
  expect(document.body.textContent).toContain(problem);
});
