import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type EventType, refusalText } from "#app/features/booking/booking.ts";
import { FirmDatesProvider } from "#app/ui/text/firm-dates.tsx";
import { Scheduler, type SchedulerProps } from "./scheduler.tsx";

const kind = {
  ...{ slug: "strategy-session", title: "Strategy session", durationMinutes: 45, hostTimezone: "America/New_York" },
  ...{ questions: [], agenda: [], hosts: [], hostName: "GTMarc", priceCents: null, place: null },
} as unknown as EventType;

const given: SchedulerProps = {
  ...{ kind, framed: false, zone: "Europe/Vienna", prefill: { name: "", email: "" }, moving: null, plain: null },
  ...{ start: null, now: new Date("2026-03-02T12:00:00Z"), until: new Date("2026-05-01"), contactEmail: "a@b.example" },
  first: { month: "2026-03", starts: [], isUnread: false },
  choice: { chosen: null, hrefOf: () => "" } as unknown as SchedulerProps["choice"],
  ...{ monthHref: () => "", load: vi.fn(), move: vi.fn(), release: vi.fn(), book: vi.fn(), onDone: vi.fn() },
  hold: async () => ({ kind: "none" }),
};
const Shown = (props: SchedulerProps) => (
  <FirmDatesProvider zone="America/New_York" dateStyle={{ isMonthFirst: true, isTwelveHour: true, weekStart: 0 }}>
    <Scheduler {...props} />
  </FirmDatesProvider>
);

test("while the calendar cannot be read, the form stays with its time and input, and the same press books later", async () => {
  const start = new Date("2026-03-03T15:00:00Z");
  const unread = { code: "calendar_unread", message: refusalText.calendar_unread };
  const book = vi
    .fn<SchedulerProps["book"]>()
    .mockResolvedValueOnce({ ok: false, ...unread })
    .mockResolvedValueOnce({ ok: true, value: { uid: "1", manageUrl: "https://gtmarc.example/booking/x" } });
  const onDone = vi.fn();
  const first = { month: "2026-03", starts: [], isUnread: true };
  const hold = async () => ({ kind: "refused" as const, ...unread });
  render(<Shown {...given} start={start} first={first} hold={hold} book={book} onDone={onDone} />);
  expect(await screen.findByText(unread.message)).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Dana Reyes" } });
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "dana@northfield.example" } });
  const press = () => fireEvent.submit(screen.getByLabelText("Name").closest("form")!);
  press();
  await waitFor(() => expect(book).toHaveBeenCalledOnce());
  expect(await screen.findByText(unread.message)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Dana Reyes");
  press();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(book.mock.calls[1]).toEqual(book.mock.calls[0]);
});

test("a time in the URL that is no longer free is named, on its day or the next that has free times", async () => {
  const start = new Date("2026-03-05T15:00:00Z");
  const hold = async () => ({ kind: "refused" as const, code: "taken", message: refusalText.taken });
  const shown = (...times: string[]) => {
    const first = { month: "2026-03", starts: times.map((time) => Date.parse(time)), isUnread: false };
    return render(<Shown {...given} start={start} first={first} hold={hold} load={async () => first} />);
  };
  const { unmount } = shown("2026-03-03T15:00:00Z", "2026-03-05T16:00:00Z");
  await screen.findByText("Thursday, March 5, 2026, 4:00 PM is no longer free. Choose another time.");
  screen.getByText("Thursday, March 5, 2026");
  unmount();
  shown("2026-03-03T15:00:00Z", "2026-03-06T15:00:00Z");
  await screen.findByText("Thursday, March 5, 2026, 4:00 PM is no longer free. Choose another time.");
  screen.getByText("Friday, March 6, 2026");
});

test("a time in the URL at the edge of a month opens the month that it has in the browser's time zone", async () => {
  const start = new Date("2026-04-01T01:00:00Z");
  const times = { starts: [Date.parse("2026-03-31T15:00:00Z"), start.getTime()], isUnread: false };
  const first = { ...times, month: "2026-03" };
  render(<Shown {...given} zone={null} start={start} first={first} load={async () => times} />);
  // The tests run in UTC; in New York, the host's zone, the time is on March 31.
  fireEvent.click(screen.getByRole("button", { name: "Change time" }));
  expect(await screen.findByText("Wednesday, April 1, 2026")).toBeTruthy();
});
