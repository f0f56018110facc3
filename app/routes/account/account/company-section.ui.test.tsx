import { readdirSync, readFileSync } from "node:fs";
import { fireEvent, render, screen } from "@testing-library/react";
import { createRoutesStub, useLoaderData } from "react-router";
import { expect, test } from "vitest";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import type { AccountData } from "./account-data.server.ts";
import { CompanySection } from "./company-section.tsx";

type Company = NonNullable<AccountData["company"]>;
const own: Company = {
  name: "Northfield",
  domain: "northfield.example",
  isConfirmed: false,
  isOwner: true,
  joinedBy: "own",
  members: [],
  invited: [],
  record: { name: "_gtmarc.northfield.example", value: "gtmarc-domain=abc" },
  endsAt: null,
};

const Section = () => <CompanySection data={useLoaderData() as AccountData} />;

type Shown = Pick<AccountData, "company" | "invitations">;

/** `after`: what the page shows after an action. */
function show(data: Shown, { refusal, after = data }: { refusal?: string; after?: Shown } = {}) {
  const posted: Record<string, unknown>[] = [];
  const Stub = createRoutesStub([
    {
      path: "/account",
      Component: Section,
      loader: () => after,
      action: async ({ request }) => {
        const form = Object.fromEntries(await request.formData());
        posted.push(form);
        return refusal
          ? { intent: form["intent"], ok: false, at: 1, refusal: { message: refusal } }
          : { intent: form["intent"], ok: true, at: 1 };
      },
    },
  ]);
  render(<Stub initialEntries={["/account"]} hydrationData={{ loaderData: { "0": data } }} />, { wrapper: InNewYork });
  return posted;
}

test("without a company there is no invitation form", () => {
  show({ company: null, invitations: [] });
  expect(screen.getByText(/after you save your company name/)).toBeTruthy();
  expect(screen.queryByLabelText("Invite a colleague by email")).toBeNull();
});

test("an owner sees the record, and why a check failed", async () => {
  const posted = show({ company: own, invitations: [] }, { refusal: "The record is not there yet." });
  expect(screen.getByText("_gtmarc.northfield.example")).toBeTruthy();
  expect(screen.getByText("No one else shares it.")).toBeTruthy();
  fireEvent.click(screen.getByText("Check the record").closest("button")!);
  expect((await screen.findByRole("alert")).textContent).toBe("The record is not there yet.");
  expect(posted).toEqual([{ intent: "domain-on" }]);
});

test("the owner of a confirmed domain without its record sees it again, and the day when the confirmation ends", () => {
  show({ company: { ...own, isConfirmed: true, endsAt: new Date("2026-12-05T12:00:00Z") }, invitations: [] });
  expect(screen.getByText("The DNS record is missing")).toBeTruthy();
  expect(document.querySelector("time")?.dateTime).toBe("2026-12-05T12:00:00.000Z");
  expect(screen.getByText("The missing record").closest("details")?.open).toBe(true);
  expect(screen.getByText("Stop sharing with northfield.example")).toBeTruthy();
});

test("a member can leave, sees who shares it in readable form, and cannot confirm a domain", async () => {
  const members = ["dana@xn--bcher-kva.example"];
  const posted = show({
    company: { ...own, isOwner: false, isConfirmed: true, joinedBy: "domain", members, record: null },
    invitations: [],
  });
  expect(screen.getByText("Also shared by dana@bücher.example.")).toBeTruthy();
  expect(screen.queryByText("Check the record")).toBeNull();
  expect(screen.queryByText(/^Stop sharing with/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Leave this company" }));
  expect(screen.getByText(/To come back, you need a new invitation/)).toBeTruthy();
  expect(posted).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: /^Leave(?! this)/ }));
  await expect.poll(() => posted).toEqual([{ intent: "company-leave" }]);
});

const kim = { id: "one", email: "kim@elsewhere.example" };
const lee = { id: "two", from: "lee@halden.example", name: "Halden" };

test.each<[string, Partial<Company>, string[]]>([
  ["an invitation is accepted", {}, ["Accept"]],
  ["an invitation is declined", {}, ["Decline"]],
  ["an invitation is withdrawn", {}, ["Withdraw the invitation of kim@elsewhere.example"]],
  ["a domain is no longer shared", { isConfirmed: true }, ["Stop sharing with northfield.example"]],
  ["a company is left", { joinedBy: "invitation", isOwner: false }, ["Leave this company", "Leave"]],
])("after %s, the heading of the section has the focus", async (_what, changes, presses) => {
  show(
    { company: { ...own, ...changes, invited: [kim] }, invitations: [lee] },
    { after: { company: own, invitations: [] } },
  );
  for (const name of presses) {
    const button = await screen.findByRole("button", { name: new RegExp(`^${name}(?! this)`) });
    button.focus();
    fireEvent.click(button);
  }
  await expect.poll(() => document.activeElement?.textContent).toBe("Your company");
});

test("after an invitation is sent, its button keeps the focus, and the field is empty", async () => {
  show({ company: own, invitations: [] });
  const field = screen.getByLabelText<HTMLInputElement>("Invite a colleague by email");
  fireEvent.change(field, { target: { value: "new@elsewhere.example" } });
  const button = screen.getByRole("button", { name: /^Send the invitation/ });
  button.focus();
  fireEvent.click(button);
  expect(await screen.findByText("Sent. The invitation expires in 30 days.")).toBeTruthy();
  expect(field.isConnected && field.value).toBe("");
  expect(document.activeElement).toBe(button);
});

test("a user who leaves an element that is removed later keeps their place", async () => {
  const posted = show(
    { company: { ...own, invited: [kim] }, invitations: [lee] },
    { after: { company: own, invitations: [] } },
  );
  const button = screen.getByText("Accept").closest("button")!;
  button.focus();
  fireEvent.click(button);
  button.blur();
  await expect.poll(() => posted).toHaveLength(1);
  await expect.poll(() => button.isConnected).toBe(false);
  expect(document.activeElement).toBe(document.body);
});

test("an invitation is sent, withdrawn, accepted and declined", async () => {
  const posted = show({
    company: { ...own, invited: [{ id: "one", email: "kim@elsewhere.example" }] },
    invitations: [{ id: "two", from: "lee@halden.example", name: "Halden" }],
  });
  expect(screen.getByText("lee@halden.example invites you to share Halden")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Invite a colleague by email"), {
    target: { value: "new@elsewhere.example" },
  });
  fireEvent.click(screen.getByRole("button", { name: /^Send the invitation/ }));
  await expect.poll(() => posted.length).toBe(1);
  fireEvent.click(screen.getByLabelText("Withdraw the invitation of kim@elsewhere.example"));
  await expect.poll(() => posted.length).toBe(2);
  fireEvent.click(screen.getByText("Accept").closest("button")!);
  await expect.poll(() => posted.length).toBe(3);
  fireEvent.click(screen.getByText("Decline").closest("button")!);
  await expect.poll(() => posted.length).toBe(4);
  expect(posted).toEqual([
    { intent: "company-invite", email: "new@elsewhere.example" },
    { intent: "invitation-off", id: "one" },
    { intent: "invitation-accept", id: "two" },
    { intent: "invitation-off", id: "two" },
  ]);
});

test.each(["Leave this company", "Stop sharing with northfield.example", "Withdraw", "Accept", "Decline"])(
  "%s says why it was refused",
  async (name) => {
    const company: Company = { ...own, isConfirmed: true, joinedBy: "invitation" };
    show(
      {
        company: { ...company, invited: [{ id: "one", email: "kim@elsewhere.example" }] },
        invitations: [{ id: "two", from: "lee@halden.example", name: "Halden" }],
      },
      { refusal: "No connection. Your input is kept. Please try again." },
    );
    fireEvent.click(screen.getByText(name).closest("button")!);
    if (name === "Leave this company") fireEvent.click(screen.getByRole("button", { name: /^Leave(?! this)/ }));
    expect((await screen.findByRole("alert")).textContent).toBe("No connection. Your input is kept. Please try again.");
  },
);

test("every action of the account page shows its refusal", () => {
  const folder = "app/routes/account/account";
  const silent = readdirSync(folder)
    .filter((file) => /(?<!\.ui\.test)\.tsx$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(`${folder}/${file}`, "utf8");
      return [...code.matchAll(/const (\w+|\{[^}]*\}) = useAccountAction\(("[\w-]+"|\w+)\)/g)]
        .filter(([, result]) => !(result!.includes("refusal") || code.includes(`${result}.refusal`)))
        .map(([, , intent]) => `${file}: ${intent}`);
    });
  expect(silent).toEqual([]);
});
