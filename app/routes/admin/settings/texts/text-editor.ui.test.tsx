import { fireEvent, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { createRoutesStub, Link } from "react-router";
import { expect, test } from "vitest";
import { CodeWithinProvider } from "#app/features/content/code-within.tsx";
import { legalNoticeDays } from "#app/features/content/promises.ts";
import { textDefinitions } from "#app/features/content/texts/texts.ts";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import { TextEditor } from "./text-editor.tsx";

const stored = {
  ...{ text: "We plan harbors.", version: 7, isOwn: true, lockedBy: null, path: "/", facts: {}, today: "2026-12-01" },
};
const sent: Record<string, unknown>[] = [];
const Stub = createRoutesStub([
  {
    path: "/",
    Component: () => (
      <LeaveWarning>
        <TextEditor textKey="footer" stored={stored} />
        <Link to="/other">Other page</Link>
      </LeaveWarning>
    ),
    action: async ({ request }) => {
      sent.push(Object.fromEntries(await request.formData()));
      return { at: 1, ok: true, message: "The settings are saved and apply now." };
    },
  },
  { path: "/other", Component: () => <p>The other page</p> },
]);
const field = () => screen.getByLabelText<HTMLTextAreaElement>("Text");
const press = async (name: RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

test("an edited text is not lost by a link, and its page opens beside the editor", async () => {
  render(<Stub />);
  expect(screen.getByRole("link", { name: /^Open the page/ }).getAttribute("target")).toBe("_blank");
  fireEvent.change(field(), { target: { value: "We plan bridges." } });
  const closing = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  fireEvent.click(screen.getByText("Other page"));
  await press(/^Keep editing/);
  expect(field().value).toBe("We plan bridges.");
});

test("the default text is restored only after a question that names the edits", async () => {
  render(<Stub />);
  fireEvent.change(field(), { target: { value: "We plan bridges." } });
  await press(/^Restore the default text/);
  expect(screen.getByRole("dialog").textContent).toContain("Your unsaved edits are lost.");
  await press(/^Cancel/);
  expect(field().value).toBe("We plan bridges.");
  expect(sent).toEqual([]);
  await press(/^Restore the default text/);
  await press(/^Restore Rest/);
  expect(await screen.findByText("The settings are saved and apply now.")).toBeTruthy();
  expect(sent).toMatchObject([{ version: "7", changes: '[{"name":"texts.footer","value":null}]' }]);
  expect(field().value).toBe("We plan harbors.");
});

let terms = "";
let legal: ComponentProps<typeof TextEditor>["stored"]["legal"] = null;
const Terms = createRoutesStub([
  {
    path: "/",
    Component: () => (
      <CodeWithinProvider value="4 to 7 business days">
        <LeaveWarning>
          <TextEditor textKey="terms" stored={{ ...stored, text: terms, legal }} />
        </LeaveWarning>
      </CodeWithinProvider>
    ),
    action: async ({ request }) => {
      sent.push(Object.fromEntries(await request.formData()));
      return { at: 1, ok: true, message: "The settings are saved and apply now." };
    },
  },
]);

test.each([
  ["2026-12-01", "The settings are saved and apply now."],
  ["2026-12-02", "The text is saved and applies from December 2, 2026."],
])("saved terms of %s say from when they apply", async (day, sentence) => {
  terms = textDefinitions.terms.preset.replace("2025-09-29", day);
  render(<Terms />);
  await press(/^Restore the default text/);
  await press(/^Restore Rest/);
  expect(await screen.findByText(sentence)).toBeTruthy();
});

const notice = {
  ...{ version: 2, effectiveOn: "2027-01-01", accounts: 120, sent: 118, remaining: 2, notSent: 0, isWithdrawn: false },
};
const coming = (version: number, day: string) =>
  `Version: ${version}\nEffective: ${day}\n\n# Terms\n\nHere.\n\n- Short.\n\n## Fee {#full-blueprint}\n\nNone.\n\n## Months {#retainer}\n\nNone.`;
const box = (people = "120 people") =>
  screen.queryByRole<HTMLInputElement>("checkbox", { name: `Notify the ${people} with an account by email` });

test("people with an account are notified only if the box is checked; it is offered for a later version without a notice", async () => {
  sent.length = 0;
  terms = coming(2, "2027-01-01");
  legal = { accounts: 120, notices: [notice] };
  render(<Terms />);
  expect((await screen.findByRole("list", { name: "Emails about new versions" })).textContent).toContain(
    "Version 2, from January 1, 2027: Sent to 118 of 120",
  );
  expect(screen.queryByRole("checkbox")).toBeNull();
  fireEvent.change(field(), { target: { value: coming(3, "2026-12-01") } });
  expect(screen.queryByRole("checkbox")).toBeNull();
  fireEvent.change(field(), { target: { value: coming(3, "2027-02-01") } });
  expect(box()!.checked).toBe(false);
  await press(/^Save Changes/);
  expect(await screen.findByText(/^The text is saved/)).toBeTruthy();
  expect(sent).toEqual([expect.not.objectContaining({ notifiesAccounts: expect.anything() })]);
});

test.each([
  [2, "2027-01-01", null],
  [3, "2026-12-31", null],
  [3, "2026-12-30", "December 31, 2026"],
  [3, "2026-12-01", "December 31, 2026"],
  [2, "2026-12-30", "December 31, 2026"],
])(
  "version %i from %s, with less than the promised notice, warns with the first day that keeps it: %s",
  async (version, day, first) => {
    terms = coming(2, "2027-01-01");
    legal = { accounts: 120, notices: [notice] };
    render(<Terms />);
    await screen.findByText(/^Save Changes/);
    expect(screen.queryByText(/30 days/)).toBeNull();
    fireEvent.change(field(), { target: { value: coming(version, day) } });
    expect(screen.queryByText(/30 days/)?.textContent ?? null).toEqual(
      first && expect.stringContaining(`set Effective to ${first} or later`),
    );
    for (const key of ["terms", "privacy"] as const)
      expect(textDefinitions[key].preset).toContain(`at least ${legalNoticeDays} days before`);
  },
);

test("a saved version is announced again, without a change of its text, to those whom its stopped notice did not reach", async () => {
  sent.length = 0;
  terms = coming(2, "2027-01-01");
  legal = { accounts: 120, notices: [{ ...notice, isWithdrawn: true }] };
  render(<Terms />);
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: /^Save Changes/ })).disabled).toBe(true);
  const rest = box("remaining 2 people")!;
  fireEvent.click(rest);
  expect(rest.getAttribute("aria-describedby")).not.toBeNull();
  await press(/^Save Changes/);
  expect(await screen.findByText(/^The text is saved/)).toBeTruthy();
  expect(sent).toMatchObject([{ intent: "save", notifiesAccounts: "yes" }]);
});

test("a version whose stopped notice reached everyone is not announced again", async () => {
  terms = coming(2, "2027-01-01");
  legal = { accounts: 120, notices: [{ ...notice, sent: 120, remaining: 0, isWithdrawn: true }] };
  render(<Terms />);
  await screen.findByText(/^Save Changes/);
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("the list says how many emails were not sent before the day", async () => {
  terms = coming(2, "2026-12-01");
  legal = { accounts: 120, notices: [{ ...notice, effectiveOn: "2026-12-01", notSent: 2 }] };
  render(<Terms />);
  expect((await screen.findByRole("list", { name: "Emails about new versions" })).textContent).toBe(
    "Version 2, from December 1, 2026: Sent to 118 of 120, 2 not sent in time.",
  );
});
