import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, Link } from "react-router";
import { expect, test } from "vitest";
import type { SettingField, SettingPage } from "#app/features/settings/setting-pages.server.ts";
import { contrast, defaultTones } from "#app/lib/formats/color.ts";
import { useHeldEvents } from "#app/shell/pages/early-events.tsx";
import type { EditableControl } from "#app/ui/drafts/early-edit.ts";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import { GroupForm } from "./group-form.tsx";
import { changeOf } from "./setting-edits.ts";

const field = (name: string, label: string, more: Partial<SettingField> = {}): SettingField => ({
  ...{
    name,
    label,
    help: "Help.",
    kind: "text",
    example: "",
    choices: [],
    preset: null,
    value: null,
    source: "default",
  },
  ...{ lockedBy: null, secret: false, problem: null },
  ...more,
});
const page: SettingPage = {
  ...{ group: "mail", title: "Mail", version: 7, history: [] },
  fields: [
    field("mail.from", "Sender", { value: "Desk <desk@gtmarc.example>" }),
    field("mail.smtp_url", "Mail server", { secret: true, value: "set" }),
    field("legal.address", "Address", { kind: "lines", value: "1 Street|New York" }),
    field("mail.reply_address", "Reply address", { lockedBy: "MAIL_REPLY_ADDRESS", value: "r@in.example" }),
  ],
};

const Page = () => <GroupForm page={page} />;

test("edited values are sent with the version, and a refused one keeps its text with a sentence", async () => {
  const sent: Record<string, unknown>[] = [];
  const action = async ({ request }: { request: Request }) => {
    sent.push(Object.fromEntries(await request.formData()));
    return { at: 1, ok: false, message: "mail.from needs one sender.", fields: { "mail.from": "needs one sender" } };
  };
  const Stub = createRoutesStub([{ path: "/", Component: Page, action }]);
  render(<Stub />);
  expect(screen.getByLabelText<HTMLInputElement>("Mail server").value).toBe("");
  expect(screen.getByLabelText<HTMLInputElement>("Reply address").disabled).toBe(true);
  expect(screen.getByText(/Fixed by MAIL_REPLY_ADDRESS/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Address").value).toBe("1 Street\nNew York");
  fireEvent.change(screen.getByLabelText("Sender"), { target: { value: "nobody" } });
  fireEvent.change(screen.getByLabelText("Address"), { target: { value: "2 Street\n\nNew York " } });
  fireEvent.click(screen.getByLabelText("Remove: Mail server"));
  fireEvent.click(screen.getByRole("button", { name: /^Save Changes/ }));
  expect(await screen.findByText("Needs one sender.")).toBeTruthy();
  expect(screen.getByText("Nothing was saved. Correct “Sender”.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Sender").value).toBe("nobody");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Sender")));
  expect(sent).toMatchObject([{ intent: "save", version: "7" }]);
  expect(JSON.parse(String(sent[0]!["changes"]))).toEqual([
    { name: "mail.from", value: "nobody" },
    { name: "mail.smtp_url", value: null },
    { name: "legal.address", value: "2 Street|New York" },
  ]);
});

const Settings = () => (
  <LeaveWarning>
    <GroupForm page={page} suggested={suggested} />
    <Link to="/other">Elsewhere</Link>
  </LeaveWarning>
);
const Other = () => <Link to="/">Back</Link>;

test("a page with unsaved edits asks before it is left; suggestions and saved values are none", async () => {
  const action = async () => ({ at: 1, ok: true, message: "Saved." });
  const Stub = createRoutesStub([
    { path: "/", Component: Settings, action },
    { path: "/other", Component: Other },
  ]);
  render(<Stub />);
  const leave = () => fireEvent.click(screen.getByRole("link", { name: "Elsewhere" }));
  const edit = () => fireEvent.change(screen.getByLabelText("Address"), { target: { value: "2 Street" } });
  leave();
  fireEvent.click(await screen.findByRole("link", { name: "Back" }));
  await screen.findByRole("link", { name: "Elsewhere" });
  edit();
  leave();
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Keep editing" }));
  fireEvent.click(screen.getByRole("button", { name: /^Save Changes/ }));
  await screen.findByText("Saved.");
  leave();
  expect(await screen.findByRole("link", { name: "Back" })).toBeTruthy();
});

const server = { kind: "url", secret: true, example: "smtps://user:password@smtp.example:465" } as const;
const mailFields = [page.fields[0]!, field("mail.smtp_url", "Mail server", server)];
const MailServer = () => <GroupForm page={{ ...page, fields: mailFields }} />;

test("a contradiction names the settings by their labels, and hints show how a value is written", async () => {
  const problem = "mail.smtp_url needs mail.from";
  const action = async () => ({ at: 1, ok: false, message: `${problem}.`, fields: { "mail.smtp_url": problem } });
  const Stub = createRoutesStub([{ path: "/", Component: MailServer, action }]);
  render(<Stub />);
  expect(screen.getByText("Help. Example: smtps://user:password@smtp.example:465")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Mail server"), { target: { value: "smtp://x" } });
  fireEvent.click(screen.getByRole("button", { name: /^Save Changes/ }));
  expect(await screen.findByText("“Mail server” needs “Sender”.")).toBeTruthy();
});

const suggested = { "mail.from": { text: "Mara <mara@gtmarc.example>" } };

function First() {
  const [isDone, setDone] = useState(false);
  return isDone ? <p>Today</p> : <GroupForm page={page} suggested={suggested} onSaved={() => setDone(true)} />;
}

/** Renders on the server, types, then hydrates, as when scripts are late. */
async function hydrateAfter(element: ReactElement, type: (field: (label: string) => HTMLInputElement) => void) {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(element);
  const held = new Map<EditableControl, string | boolean>();
  window.heldEdits = held;
  container.addEventListener("input", ({ target }) => {
    const control = target as HTMLInputElement;
    held.set(control, control.value);
  });
  type((label) => screen.getByLabelText<HTMLInputElement>(label));
  render(element, { container, hydrate: true });
  window.heldEdits = undefined;
}

const firstPage = {
  ...page,
  fields: [
    field("firm.name", "Name of the firm", { value: "GTMarc" }),
    field("booking.timezone", "Time zone", { value: "UTC" }),
    field("mail.from", "Sender", { value: "Desk <desk@gtmarc.example>" }),
    field("people.architects", "People", { kind: "people", value: "A;B|C;D" }),
  ],
};

function Late() {
  const [zone, setZone] = useState<string | null>(null);
  useEffect(() => setZone("Europe/Vienna"), []);
  return <GroupForm page={firstPage} suggested={zone ? { "booking.timezone": { text: zone } } : {}} />;
}

test("everything typed before hydration is kept and sent, also beside a suggestion that comes later", async () => {
  const sent: string[] = [];
  const action = async ({ request }: { request: Request }) => {
    sent.push(String((await request.formData()).get("changes")));
    return { at: 1, ok: true, message: "Saved." };
  };
  const Stub = createRoutesStub([{ path: "/", Component: Late, action }]);
  const type = (input: HTMLInputElement, value: string) => {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  await hydrateAfter(<Stub />, (labeled) => {
    type(labeled("Name of the firm"), "Harbor");
    type(labeled("Sender"), "Harbor <h@harbor.example>");
    type(labeled("People 1: name"), "Dana");
    type(labeled("People 2: name"), "Sam");
  });
  expect(screen.getByLabelText<HTMLInputElement>("Time zone").value).toBe("Europe/Vienna");
  expect(screen.getByLabelText<HTMLInputElement>("Name of the firm").value).toBe("Harbor");
  fireEvent.click(screen.getByRole("button", { name: /^Save Changes/ }));
  expect(await screen.findByText("Saved.")).toBeTruthy();
  expect(JSON.parse(sent[0]!)).toEqual([
    { name: "firm.name", value: "Harbor" },
    { name: "booking.timezone", value: "Europe/Vienna" },
    { name: "mail.from", value: "Harbor <h@harbor.example>" },
    { name: "people.architects", value: "Dana;B|Sam;D" },
  ]);
});

function Root({ children }: { children: ReactNode }) {
  useHeldEvents();
  return children;
}

test("a form that was filled in and submitted before hydration is sent with what was typed", async () => {
  const sent: string[] = [];
  const action = async ({ request }: { request: Request }) => {
    sent.push(String((await request.formData()).get("changes")));
    return { at: 1, ok: true, message: "Saved." };
  };
  const Stub = createRoutesStub([{ path: "/", Component: Late, action }]);
  await hydrateAfter(
    <Root>
      <Stub />
    </Root>,
    (labeled) => {
      const input = labeled("Name of the firm");
      input.value = "Harbor";
      input.dispatchEvent(new Event("input", { bubbles: true }));
      window.heldSubmits = [{ form: input.form!, submitter: screen.getByRole("button", { name: /^Save Changes/ }) }];
    },
  );
  expect(await screen.findByText("Saved.")).toBeTruthy();
  expect(JSON.parse(sent[0]!)).toContainEqual({ name: "firm.name", value: "Harbor" });
});

test("a suggested value is sent without an edit, and the page goes on when it is saved", async () => {
  const sent: string[] = [];
  const action = async ({ request }: { request: Request }) => {
    sent.push(String((await request.formData()).get("changes")));
    return { at: 1, ok: true, message: "Saved." };
  };
  const Stub = createRoutesStub([{ path: "/", Component: First, action }]);
  render(<Stub />);
  expect(screen.getByLabelText<HTMLInputElement>("Sender").value).toBe("Mara <mara@gtmarc.example>");
  fireEvent.click(screen.getByRole("button", { name: /^Save Changes/ }));
  expect(await screen.findByText("Today")).toBeTruthy();
  expect(sent).toEqual(['[{"name":"mail.from","value":"Mara <mara@gtmarc.example>"}]']);
});

test("a price is read as the reader writes numbers; what could be two is left to the server to refuse", () => {
  const price = field("prices.project_from", "Project from", { kind: "price", value: "5000" });
  const sent = (text: string) => changeOf(price, { text }).map(({ value }) => value);
  expect(sent("6,200")).toEqual(["6200"]);
  expect(sent("$ 6.200,50")).toEqual(["6200.5"]);
  expect(sent("5,000")).toEqual([]);
  expect(sent("six")).toEqual(["six"]);
});

const brand: SettingPage = {
  ...{ group: "firm", title: "Firm", version: 7, history: [] },
  fields: [
    field("firm.name", "Name of the firm", { preset: "GTMarc" }),
    field("firm.accent", "Accent color", { value: "#0b5c8a" }),
  ],
};
const Brand = createRoutesStub([{ path: "/", Component: () => <GroupForm page={brand} /> }]);

test("the brand is previewed before it is saved, and a color without contrast is named with the closest one that has it", async () => {
  render(<Brand />);
  const preview = await screen.findByRole("region", { name: "Preview" });
  expect(preview.textContent).toContain("White text on #0b5c8a has a contrast of 7.2:1.");
  const light = preview.querySelector<HTMLElement>("[data-theme=light]")!;
  expect(light.style.getPropertyValue("--shown-action")).toBe("#0b5c8a");
  fireEvent.change(screen.getByLabelText("Name of the firm"), { target: { value: "Harbor & Vale" } });
  expect(preview.textContent).toContain("Harbor & Vale");
  fireEvent.change(screen.getByLabelText("Accent color"), { target: { value: "#ffcc00" } });
  expect(preview.textContent).toMatch(/contrast of 1\.5:1; 4\.5:1 is needed/);
  const use = screen.getByRole("button", { name: /^Use #/ });
  fireEvent.click(use);
  const color = screen.getByLabelText<HTMLInputElement>("Accent color").value;
  expect(`Use ${color}`).toBe(use.textContent);
  expect(contrast(color, "#ffffff")).toBeGreaterThanOrEqual(4.5);
  expect(screen.queryByRole("button", { name: /^Use #/ })).toBeNull();
  fireEvent.change(screen.getByLabelText("Accent color"), { target: { value: "red" } });
  expect(preview.textContent).toContain("Write the color as #rrggbb");
  fireEvent.change(screen.getByLabelText("Accent color"), { target: { value: "" } });
  expect(light.style.getPropertyValue("--shown-action")).toBe(defaultTones.light.action);
  const dark = preview.querySelector<HTMLElement>("[data-theme=dark]")!;
  expect(dark.style.getPropertyValue("--shown-action")).toBe(defaultTones.dark.action);
});

const several: SettingPage = {
  ...page,
  fields: [
    field("legal.address", "Address", { kind: "lines" }),
    field("booking.days_off", "Days off", { kind: "list", example: "2026-12-24,2026-12-31" }),
    field("pipeline.weights", "Points", { kind: "list", example: "40,30,30" }),
  ],
};
const SeveralLines = () => <GroupForm page={several} />;

test("refusals of settings with several lines speak of lines, as the page does", async () => {
  const fields = {
    "legal.address": "needs addresses that start with https://, separated by |",
    "booking.days_off": "needs dates with commas, such as 2026-12-24",
    "pipeline.weights": "needs 3 whole numbers that add up to 100, such as 40,30,30",
  };
  const action = async () => ({ at: 1, ok: false, message: "Several.", fields });
  const Stub = createRoutesStub([{ path: "/", Component: SeveralLines, action }]);
  render(<Stub />);
  fireEvent.change(screen.getByLabelText("Address"), { target: { value: "x" } });
  fireEvent.click(screen.getByRole("button", { name: /^Save Changes/ }));
  expect(await screen.findByText("Needs addresses that start with https://, one per line.")).toBeTruthy();
  expect(screen.getByText("Needs dates, one per line, such as 2026-12-24.")).toBeTruthy();
  expect(screen.getByText("Needs 3 whole numbers that add up to 100, such as 40 / 30 / 30.")).toBeTruthy();
});
