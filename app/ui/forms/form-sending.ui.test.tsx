import { fireEvent, render, screen } from "@testing-library/react";
import { type FormEvent, useState } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { Button } from "#app/ui/buttons/button.tsx";
import { SelectField, TextField } from "./field.tsx";
import { guardSending } from "./form-sending.ts";

const sources = import.meta.glob<string>("../../**/*.tsx", { query: "?raw", import: "default", eager: true });
/** The opening tag of a form with its attributes, whose expressions have at most two levels of braces. */
const formTags = /<((?:\w+\.)?Form|form|ScriptForm)\b((?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|"[^"]*"|[^>{"])*)>/g;

beforeAll(() => guardSending(document));

/** Becomes busy some time after the submit, as forms with asynchronous validation do. */
function Example({ send, valid }: { send: () => Promise<void>; valid: Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await valid;
    setBusy(true);
    await send();
    setBusy(false);
  };
  return (
    <form method="post" aria-label="Example" onSubmit={(event) => void submit(event)}>
      <TextField label="Name" name="name" />
      <SelectField label="Role" options={["Founder", "Analyst"]} />
      <Button type="submit" busy={busy} busyText="Saving">
        Save
      </Button>
      <Button>Cancel</Button>
      <button type="button" disabled>
        Never
      </button>
    </form>
  );
}

/** As in the wizard: the button is in the page's foot. */
function Step({ sent }: { sent: Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await sent;
    setBusy(false);
  };
  return (
    <>
      <form method="post" id="step" onSubmit={(event) => void submit(event)}>
        <TextField label="Tool" name="tool" />
      </form>
      <Button type="submit" form="step" busy={busy}>
        Continue
      </Button>
    </>
  );
}

const isDisabled = (control: HTMLElement) => control.matches(":disabled");
const save = () => fireEvent.click(screen.getByRole("button", { name: /Save/ }));

test("a double press sends one request, and a changed form can be sent again at once", async () => {
  const send = vi.fn(() => Promise.resolve());
  render(<Example send={send} valid={Promise.resolve()} />);
  save();
  save();
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1), 60_000);
  save();
  await Promise.resolve();
  expect(send).toHaveBeenCalledTimes(1);
  fireEvent.input(screen.getByLabelText("Name"), { target: { value: "Dana" } });
  save();
  save();
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2), 60_000);
  // As a script does it: without an event.
  screen.getByLabelText<HTMLInputElement>("Name").value = "";
  save();
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3), 60_000);
});

test("fields and buttons are disabled while a form is sent; the focused field keeps the focus", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  render(<Example send={() => promise} valid={Promise.resolve()} />);
  const name = screen.getByLabelText<HTMLInputElement>("Name");
  name.focus();
  save();
  await vi.waitFor(() => expect(isDisabled(screen.getByLabelText("Role"))).toBe(true), 60_000);
  expect(isDisabled(screen.getByRole("button", { name: "Cancel" }))).toBe(true);
  expect(document.activeElement).toBe(name);
  expect(name.readOnly).toBe(true);
  resolve();
  await vi.waitFor(() => expect(isDisabled(screen.getByLabelText("Role"))).toBe(false), 60_000);
  expect(isDisabled(screen.getByRole("button", { name: "Cancel" }))).toBe(false);
  expect(isDisabled(screen.getByRole("button", { name: "Never" }))).toBe(true);
  expect(name.readOnly).toBe(false);
});

test("a submit button outside the form, with its id, disables the fields too", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  render(<Step sent={promise} />);
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await vi.waitFor(() => expect(isDisabled(screen.getByLabelText("Tool"))).toBe(true), 60_000);
  resolve();
  await vi.waitFor(() => expect(isDisabled(screen.getByLabelText("Tool"))).toBe(false), 60_000);
});

test("a form that the browser posts is disabled until the page is shown again, and sent once", async () => {
  await import("#app/behaviors/form-sending.ts");
  render(
    <form method="post" action="/newsletter">
      <TextField label="Email" name="email" />
      <SelectField label="Topic" options={["Sales", "Support"]} />
      <Button type="submit">Join</Button>
    </form>,
  );
  const form = screen.getByLabelText("Email").closest("form")!;
  const email = screen.getByLabelText("Email");
  expect(fireEvent.submit(form)).toBe(true);
  await vi.waitFor(() => expect(isDisabled(email)).toBe(true), 60_000);
  for (const control of [screen.getByLabelText("Topic"), screen.getByRole("button", { name: "Join" })])
    expect(isDisabled(control)).toBe(true);
  expect(fireEvent.submit(form)).toBe(false);
  fireEvent(window, new Event("pageshow"));
  expect(isDisabled(email)).toBe(false);
});

test("a form that a script sends is left to it", async () => {
  await import("#app/behaviors/form-sending.ts");
  render(
    <form method="post" onSubmit={(event) => event.preventDefault()}>
      <TextField label="Name" name="name" />
    </form>,
  );
  const form = screen.getByLabelText("Name").closest("form")!;
  vi.useFakeTimers();
  fireEvent.submit(form);
  vi.runAllTimers();
  vi.useRealTimers();
  expect(isDisabled(screen.getByLabelText("Name"))).toBe(false);
});

/** Forms that send nothing: they add to the page, keep a draft, or compute in the browser. */
const sendsNothing = [
  "features/accounts/ui/member-form.tsx",
  "features/newsletter/ui/issue-editor.tsx",
  "features/wizard/ui/tools/own-tool.tsx",
  "features/wizard/ui/wizard-foot.tsx",
  "routes/admin/webhooks/signature.tsx",
];

/** behaviors/download.ts sends it and makes its button busy. Its post loads a file and leaves the page, so that nothing may stay disabled. */
const loadsFile = "routes/site/downloads/downloads.tsx";

test("every form that a script sends is posted and has a button that is busy meanwhile; content pages have PostedForm", () => {
  const wrong: string[] = [];
  let found = 0;
  for (const [path, source] of Object.entries(sources)) {
    const file = path.replace("../../", "");
    if (file.endsWith(".test.tsx") || sendsNothing.includes(file)) continue;
    for (const [, tag = "", attributes = ""] of source.matchAll(formTags)) {
      if (tag === "Form" && !/import \{[^}]*\bForm\b[^}]*\} from "react-router"/.test(source)) continue;
      // `formProps`: what useCheckedForm returns.
      const isChecked = /\{\.\.\.formProps\}/.test(attributes);
      const isScripted = tag !== "form" || isChecked || /onSubmit/.test(attributes);
      const isPosted = tag === "ScriptForm" || isChecked || /method="post"/.test(attributes);
      if (!isPosted && (!isScripted || /method="(get|dialog)"|role="search"/.test(attributes))) continue;
      found += 1;
      const hasBusyButton = /(busy=|busy:|stepForm)/.test(source);
      if (!isPosted) wrong.push(`${file}: ${tag} without method="post"`);
      else if (isScripted && !hasBusyButton) wrong.push(`${file}: no button with busy`);
      else if (!isScripted && file.startsWith("routes/site/") && file !== loadsFile)
        wrong.push(`${file}: use PostedForm`);
    }
  }
  expect(found).toBeGreaterThan(80);
  expect(wrong).toEqual([]);
});
