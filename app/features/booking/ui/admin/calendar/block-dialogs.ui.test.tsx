import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { BlockPlace } from "./agenda-frame.ts";
import { AgendaLane } from "./agenda-lane.tsx";
import { BlockDialog } from "./block-dialogs.tsx";

const hosts = [
  { id: "mara", name: "Mara Lind" },
  { id: "kai", name: "Kai Rivers" },
] as const;
const frame = {
  ...{ first: 8 * 60, last: 18 * 60, minuteOf: () => 0, zone: "America/New_York" },
  ...{ now: new Date("2026-03-02T15:00:00Z"), today: "2026-03-02" },
};

function clickLane(inLane: [(typeof hosts)[number], ...(typeof hosts)[number][]]): BlockPlace {
  const onBlock = vi.fn<(place: BlockPlace) => void>();
  const { container } = render(
    <AgendaLane
      day={{ date: "2026-03-03", pieces: [], lanes: [], calls: [] }}
      {...{ hosts: inLane, isAlone: true, isShown: true, frame, drop: null, callLink: () => null }}
      {...{ onBlock, onUnblock: () => {}, onKey: () => {}, onBlur: () => {} }}
    />,
  );
  fireEvent.click(container.querySelector("svg")!, { clientY: 0 });
  return onBlock.mock.calls[0]![0];
}
const hostField = (place: BlockPlace) => {
  const state = { busy: false, refusal: undefined, onClose: () => {} };
  render(<BlockDialog {...state} place={place} hosts={hosts} timezone="America/New_York" onBlock={() => {}} />);
  return screen.getByLabelText<HTMLSelectElement>("Host");
};

test("a click in a lane that several hosts share preselects none of them, and one is required", () => {
  const field = hostField(clickLane([...hosts]));
  expect([field.value, field.required, field.checkValidity()]).toEqual(["", true, false]);
  expect([...field.options].map(({ text }) => text)).toEqual(["Choose a host", "Mara Lind", "Kai Rivers"]);
});

test("a click in the lane of a host preselects the host", () => {
  const field = hostField(clickLane([hosts[1]]));
  expect(field.value).toBe("kai");
  expect([...field.options].map(({ text }) => text)).toEqual(["Mara Lind", "Kai Rivers"]);
});
