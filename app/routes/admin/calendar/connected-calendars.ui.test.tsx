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
    ...{ consent: { isConnected: false, problem: null }, starting: idle, connecting: idle },
    ...{ choosing: { ...idle, version: 1, savedAt: 0 } },
    ...{ onStart: vi.fn(), onConnect: vi.fn(), onChoose: vi.fn(), onDisconnect: vi.fn() },
  };
  const { rerender } = render(<ConnectedCalendars {...props} {...changes} />, { wrapper: InNewYork });
  return (later: Partial<Props>) => rerender(<ConnectedCalendars {...props} {...changes} {...later} />);
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
    push: null,
    readAt: new Date("2026-03-02T15:00:00Z"),
  };
  show({ accounts: [{ id: "1", kind: "google", server: "", username: "dana@firm.example", calendars: [calendar] }] });
  expect(document.body.textContent).toContain("2 events could not be read completely.");
});

test("a calendar says whether its changes arrive at once, or why they are read every minute", () => {
  const calendar = (id: string, push: "no_address" | null) => ({
    ...{ id, name: `Calendar ${id}`, canWrite: true, isChecked: true, isTarget: false, problem: null, skippedCount: 0 },
    ...{ readAt: null, push },
  });
  const calendars = [calendar("a", null), calendar("b", "no_address")];
  show({ accounts: [{ id: "1", kind: "google", server: "", username: "dana@firm.example", calendars }] });
  expect(screen.getByText("Changes arrive at once.")).toBeTruthy();
  expect(
    screen.getByText("Changes are read every minute, because this site has no public https address."),
  ).toBeTruthy();
});

test("the page says what became of a connection that was started at a provider", () => {
  const problem = "The connection was canceled or took too long. Try again.";
  show({ consent: { isConnected: false, problem } });
  expect(document.body.textContent).toContain(problem);
});

test("a choice that a colleague changed shows both values; what was not edited follows the stored one", () => {
  const accounts = (target: string, ...checked: string[]): Props["accounts"] => {
    const calendars = ["a", "b"].map((id) => ({
      ...{ id, name: `Calendar ${id}`, canWrite: true, isChecked: checked.includes(id), isTarget: id === target },
      ...{ readAt: null, problem: null, skippedCount: 0, push: "no_reports" as const },
    }));
    return [{ id: "1", kind: "caldav", server: "https://dav.example/", username: "grace", calendars }];
  };
  const rules = { calendarDown: "busy", calendarDeletion: "ask" } as const;
  const onChoose = vi.fn();
  const change = show({ accounts: accounts("a", "a", "b"), rules, onChoose });
  fireEvent.change(screen.getByLabelText("Write calls to"), { target: { value: "b" } });
  fireEvent.click(screen.getByLabelText("Events in Calendar b make the host busy"));
  change({
    accounts: accounts("none", "b"),
    rules: { ...rules, calendarDeletion: "cancel" },
    choosing: { ...idle, refusal: "Another admin changed this host.", version: 2, savedAt: 0 },
  });
  expect(document.body.textContent).toContain("Another admin changed this host.");
  const save = () => fireEvent.click(screen.getByRole("button", { name: /^Save the choice/ }));
  save();
  const others = { checked: [], calendarDown: "busy", calendarDeletion: "cancel" };
  expect(onChoose).toHaveBeenLastCalledWith({ ...others, target: "b" });
  expect(document.body.textContent).toContain("A colleague saved: No calendar");
  fireEvent.click(screen.getByRole("button", { name: /^Use No calendar/ }));
  save();
  expect(onChoose).toHaveBeenLastCalledWith({ ...others, target: null });
});
