import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { emptyEndpoint, type StoredEndpoint } from "../endpoints/endpoint-draft.ts";
import type { EndpointInput } from "../webhooks.ts";
import { EndpointForm } from "./endpoint-form.tsx";

const groups = [
  {
    ...{ group: "booking.*", title: "Booking" },
    events: [
      { name: "booking.made", when: "A visitor booked a call." },
      { name: "booking.cancelled", when: "A call was canceled." },
    ],
  },
  { group: "payment.*", title: "Payment", events: [{ name: "payment.received", when: "A payment arrived." }] },
];
const stored: StoredEndpoint = {
  ...{ ...emptyEndpoint, url: "https://flows.example/hook", events: ["booking.made"] },
  headerNames: ["authorization"],
};

type Shown = Partial<Parameters<typeof EndpointForm>[0]>;

function open(first: Shown = {}) {
  const onSave = vi.fn<(input: EndpointInput) => void>();
  const props = { stored, groups, save: "Save", busy: false, savedAt: 0, refusal: null, onSave };
  const { rerender } = render(<EndpointForm {...props} {...first} />);
  return { onSave, change: (changed: Shown) => rerender(<EndpointForm {...props} {...first} {...changed} />) };
}

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });

test("a search narrows the events; a group replaces its events", () => {
  const { onSave } = open();
  type("Search events", "payment");
  expect(screen.queryByRole("checkbox", { name: "booking.made" })).toBeNull();
  fireEvent.click(box("payment.received"));
  type("Search events", "");
  fireEvent.click(box("All of: Booking"));
  expect(box("booking.cancelled").checked).toBe(true);
  expect(box("booking.cancelled").disabled).toBe(true);
  press(/^Save/);
  expect(onSave.mock.calls[0]![0].events).toEqual(["payment.received", "booking.*"]);
});

test("invalid fields are named and nothing is saved", () => {
  const { onSave } = open({ stored: emptyEndpoint });
  press(/^Save/);
  expect(screen.getByText("Enter the address that receives the events.")).toBeTruthy();
  expect(onSave).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByLabelText("Address"));
});

test("a refused field gets the focus, once per response", () => {
  const { change } = open();
  const refusal = { message: "Check the fields.", fields: { url: "This address is not public." } };
  change({ refusal });
  expect(document.activeElement).toBe(screen.getByLabelText("Address"));
  screen.getByLabelText("Search events").focus();
  change({ refusal, busy: false });
  expect(document.activeElement).toBe(screen.getByLabelText("Search events"));
});

test("a stored header value is kept unless it is replaced", () => {
  const { onSave } = open();
  press(/^Save/);
  expect(onSave.mock.calls[0]![0].headers).toEqual([{ name: "authorization", value: null }]);
  press("Replace the value of authorization");
  type("Value of header 1", "Bearer new");
  press(/^Save/);
  expect(onSave.mock.calls[1]![0].headers).toEqual([{ name: "authorization", value: "Bearer new" }]);
});

test("a field's message is next to it, other messages above the form", () => {
  open({ refusal: { message: "The address leads to a private network.", fields: { url: "Enter a public address." } } });
  expect(screen.getByText("Enter a public address.")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an untouched form shows a colleague's save; a changed one keeps its input and asks", () => {
  const { onSave, change } = open();
  const renamed = { ...stored, description: "Slack" };
  change({ stored: renamed });
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Slack");
  type("Address", "https://flows.example/mine");
  change({ stored: { ...renamed, url: "https://flows.example/theirs" } });
  expect(screen.getByText("https://flows.example/theirs")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Address").value).toBe("https://flows.example/mine");
  press(/^Save/);
  expect(onSave).not.toHaveBeenCalled();
  press("Keep my input");
  press(/^Save/);
  expect(onSave.mock.calls[0]![0]).toMatchObject({ url: "https://flows.example/mine", description: "Slack" });
});

test("a conflict can be resolved with the saved version", () => {
  const { change } = open();
  type("Address", "https://flows.example/mine");
  change({ stored: { ...stored, url: "https://flows.example/theirs" } });
  press("Use the saved version");
  expect(screen.getByLabelText<HTMLInputElement>("Address").value).toBe("https://flows.example/theirs");
});

test("after a save the header values are no longer shown", () => {
  const { change } = open();
  press("Replace the value of authorization");
  type("Value of header 1", "Bearer new");
  change({ savedAt: 1 });
  expect(screen.queryByLabelText("Value of header 1")).toBeNull();
});
