import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, overflow } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { sendRequest } from "./people.ts";

/*
 * The sales pipeline: a prospect moves by keyboard, by pointer and on its own page, and all admin input is still there after a
 * reload.
 */
const column = (page: Page, stage: string) => page.getByRole("region", { name: new RegExp(`^${stage}`) });
const card = (page: Page, stage: string, company: string) =>
  column(page, stage).getByRole("link", { name: new RegExp(company) });

/** Drags with many small moves, like a hand. */
async function drag(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(start!.x + 40, start!.y + 20);
  await page.mouse.down();
  await page.mouse.move(start!.x + 60, start!.y + 30, { steps: 4 });
  await page.mouse.move(end!.x + 60, end!.y + 80, { steps: 12 });
  await page.mouse.up();
}

/** A drag that ends before the page renders a frame, as on a busy machine. */
async function flick(from: Locator, to: Locator) {
  const end = (await to.boundingBox())!;
  await from.evaluate(
    (card, [x, y]) => {
      const start = card.getBoundingClientRect();
      const send = (type: string, clientX: number, clientY: number) =>
        card.dispatchEvent(
          new MouseEvent(type, {
            bubbles: true,
            cancelable: true,
            buttons: type === "mouseup" ? 0 : 1,
            clientX,
            clientY,
          }),
        );
      send("mousedown", start.x + 40, start.y + 20);
      send("mousemove", x, y);
      send("mouseup", x, y);
    },
    [end.x + 60, end.y + 80] as const,
  );
}

async function addProspects(page: Page, ...companies: string[]) {
  for (const company of companies) {
    const email = `lead@${company.toLowerCase()}.example`;
    await sendRequest(page, "POST", "/api/admin/prospects", { email, name: "Dana Whitlock", company });
  }
}

test("a prospect is moved by keyboard, undone, moved by pointer, and lost with a reason", async ({ page }) => {
  await signInAsAdmin(page, "pipeline-board");
  await addProspects(page, "Halden", "Brightwater");
  await page.goto("/admin/prospect-pipeline?q=halden");
  for (const label of await page.getByRole("region", { name: "Key figures" }).locator("dt").all())
    expect((await label.boundingBox())!.height, (await label.textContent())!).toBeLessThan(25);
  await expect(card(page, "Lead", "Halden")).toBeVisible();
  await expect(page.getByText("1 prospect", { exact: true })).toBeVisible();

  // The board handles keys and drags once its announcer exists.
  await expect(page.locator("[id^=DndLiveRegion]")).toBeAttached();
  await card(page, "Lead", "Halden").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByText("Moved to New analysis.")).toBeVisible();
  await expect(card(page, "New analysis", "Halden")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(page, "Lead", "Halden")).toBeVisible();

  await page.goto("/admin/prospect-pipeline?q=brightwater");
  await expect(page.locator("[id^=DndLiveRegion]")).toBeAttached();
  await drag(page, card(page, "Lead", "Brightwater"), page.getByRole("heading", { name: /^New analysis/ }));
  await expect(card(page, "New analysis", "Brightwater")).toBeVisible();
  await expect(page.getByText("Moved to New analysis.")).toBeVisible();
  await flick(card(page, "New analysis", "Brightwater"), page.getByRole("heading", { name: /^Qualified/ }));
  await expect(card(page, "Qualified", "Brightwater")).toBeVisible();
  await expect(page.getByText("Moved to Qualified.")).toBeVisible();

  await card(page, "Qualified", "Brightwater").click();
  await expect(page.getByRole("heading", { name: "Brightwater", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Lost" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").selectOption("Bad timing");
  await dialog.getByRole("button", { name: "Mark as lost" }).click();
  await expect(page.getByText("Reason: Bad timing", { exact: true })).toBeVisible();
  await expect(
    page.getByText(/^Moved from Qualified to Lost by pipeline-board\S*\. Reason: Bad timing\.$/),
  ).toBeVisible();
});

test("a view is saved, and its prospects are selected and moved by keyboard", async ({ page }) => {
  await signInAsAdmin(page, "pipeline-bulk");
  await addProspects(page, "Quillon", "Quillworth");
  await page.goto("/admin/prospect-pipeline?view=table&q=quill");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Quill firms");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Quill firms" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByText("2 prospects chosen")).toBeVisible();
  await page.getByRole("button", { name: "Move to stage" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Stage").selectOption("Qualified");
  await page.getByRole("button", { name: "Move 2 prospects" }).press("Enter");
  await expect(page.getByText("2 moved to Qualified.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 moved back.")).toBeVisible();
});

test("contact, tasks and notes are saved; a colleague's change is not overwritten", async ({ page, browser }) => {
  await signInAsAdmin(page, "pipeline-first");
  await addProspects(page, "Corvid");
  await page.goto("/admin/prospect-pipeline?view=table&q=corvid");
  await page.getByRole("link", { name: "Corvid" }).click();
  await page.getByLabel("What needs to be done?").fill("Send the sample");
  await page.getByRole("button", { name: "Add task" }).click();
  await expect(page.getByRole("region", { name: "Next step" })).toContainText("Send the sample");
  await expect(page.getByLabel("What needs to be done?")).toHaveValue("");
  await page.getByRole("textbox", { name: "Note" }).fill("Doubts the adoption figure.");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Doubts the adoption figure." }).first()).toBeVisible();

  // The page asks every 25 seconds whether it is outdated: without an answer it stays as it is.
  await page.route("**/api/admin/prospects/*/state", (route) => route.abort());
  const colleague = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await signInAsAdmin(colleague, "pipeline-second");
  await colleague.goto(page.url());
  await colleague.getByLabel("Employees").fill("41");
  await colleague.getByRole("button", { name: "Save", exact: true }).click();
  await expect(colleague.getByText("Saved.")).toBeVisible();

  await page.getByLabel("Employees").fill("forty");
  await page.getByLabel("Role").fill("COO");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter a whole number.")).toBeVisible();
  await page.getByLabel("Employees").fill("42");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const contact = page.getByRole("form", { name: "Contact" });
  await expect(contact.getByRole("alert")).toContainText("This prospect changed");
  await page.unroute("**/api/admin/prospects/*/state");
  // The colleague's values are loaded: the typed text is still in the form, and is saved after the comparison.
  await expect(page.getByText("A colleague saved: 41")).toBeVisible();
  await expect(page.getByLabel("Employees")).toHaveValue("42");
  await expect(page.getByLabel("Role")).toHaveValue("COO");
  await page.getByRole("button", { name: "Use 41" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Employees")).toHaveValue("41");
  await expect(page.getByLabel("Role")).toHaveValue("COO");
  await expect(page.getByRole("region", { name: "Next step" })).toContainText("Send the sample");
});

test("board, table and prospect page are accessible and fit at 390 and 1440 px", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInAsAdmin(page, "pipeline-layout");
  await addProspects(page, "Tessel");
  for (const path of ["/admin/prospect-pipeline", "/admin/prospect-pipeline?view=table&q=tessel"]) {
    await page.goto(path);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflow(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    }
  }
  await page.getByRole("link", { name: "Tessel" }).click();
  await expect(page.getByRole("heading", { name: "Tessel", level: 1 })).toBeVisible();
  await page.getByText(/^Why \d+ points$/).click();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page), `prospect at ${width} px`).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
});

test("a duplicate is compared, merged and separated again; merge and company page are accessible and fit", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInAsAdmin(page, "pipeline-merge");
  await addProspects(page, "Larkspur");
  await sendRequest(page, "POST", "/api/admin/prospects", { email: "second@larkspur.example", company: "Larkspur" });
  await page.goto("/admin/prospect-pipeline/company/larkspur.example");
  await expect(page.getByRole("heading", { name: "Larkspur", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Dana Whitlock" }).first().click();
  await page.getByRole("link", { name: "Merge with another prospect" }).click();
  await page.getByRole("link", { name: "Compare with second@larkspur.example" }).click();
  await expect(page.getByRole("columnheader", { name: "After the merge" })).toBeVisible();
  const paths = [
    new URL(page.url()).pathname + new URL(page.url()).search,
    "/admin/prospect-pipeline/company/larkspur.example",
  ];
  for (const path of paths.reverse()) {
    await page.goto(path);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflow(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    }
  }
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByText("second@larkspur.example was merged into this prospect")).toBeVisible();
  await page.getByRole("button", { name: "Undo the merge" }).click();
  await expect(page.getByText("The merge is undone.")).toBeVisible();
  await expect(page.getByText("was merged into this prospect")).toHaveCount(0);
});

test("a deleted prospect is named once on the board that follows, and in the audit log", async ({ page }) => {
  await signInAsAdmin(page, "pipeline-delete");
  const { id } = await sendRequest<{ id: string }>(page, "POST", "/api/admin/prospects", {
    ...{ email: "gone@fernhollow.example", name: "Gia Gone", company: "Fernhollow" },
  });
  await sendRequest(page, "POST", `/api/admin/prospects/${id}/notes`, { body: "Asked for a call." });
  await page.goto(`/admin/prospect-pipeline/${id}`);
  await page.getByRole("button", { name: "Delete prospect" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete prospect" }).click();
  await expect(page).toHaveURL("/admin/prospect-pipeline");
  const message = page.getByRole("status").getByText("Gia Gone, Fernhollow was deleted, with 1 note.");
  await expect(message).toHaveCount(1);
  await expect(message).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("link", { name: "Audit log" }).first().click();
  await expect(page.getByText("Gia Gone, Fernhollow (gone@fernhollow.example)")).toBeVisible();
  await expect(message).toHaveCount(0);
});

test("words without a space make no page of two duplicates wider than a phone", async ({ page }) => {
  await signInAsAdmin(page, "pipeline-words");
  const long = (word: string, length: number) => word.repeat(length).slice(0, length);
  const domain = `${long("unbroken", 60)}.example`;
  const ids = [];
  for (const first of ["a", "b"]) {
    const names = { name: long("Wilhelmina", 100), company: long("Unternehmen", 110), role: long("Leitung", 90) };
    const email = `${first}${long("mailbox", 60)}@${domain}`;
    ids.push((await sendRequest<{ id: string }>(page, "POST", "/api/admin/prospects", { ...names, email })).id);
    const notes = `/api/admin/prospects/${ids.at(-1)}/notes`;
    await sendRequest(page, "POST", notes, {
      body: `${long("Note", 300)} **${long("Bold", 90)}** \`${long("code", 90)}\``,
    });
  }
  await page.setViewportSize({ width: 390, height: 900 });
  const pages = [`/${ids[0]}`, "/duplicates", `/${ids[0]}/merge?with=${ids[1]}`, `/company/${domain}`];
  for (const path of pages) {
    await page.goto(`/admin/prospect-pipeline${path}`);
    await expect(page.getByText("UnternehmenUnternehmen").first()).toBeVisible();
    expect(await overflow(page), path).toBeLessThanOrEqual(0);
  }
});

test("a CSV file is checked and imported in the background, and its rejected row can be downloaded", async ({
  page,
}) => {
  await signInAsAdmin(page, "pipeline-import");
  await page.goto("/admin/prospect-pipeline/import");
  const rows = "Email;Company\r\nlead@harrowgate.example;Harrowgate\r\nnot an address;Nowhere\r\n";
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from(rows) });
  await page.getByRole("button", { name: "Upload file" }).click();
  await expect(page.getByText("1 prospect will be added, 1 row is rejected.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByText("1 prospect added.")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download these rows" }).click();
  const rejected = await readFile((await (await download).path())!, "utf8");
  expect(rejected).toContain("3,Email: Enter a valid email address.,not an address,Nowhere");
  await page.goto("/admin/prospect-pipeline?q=harrowgate");
  await expect(card(page, "Lead", "Harrowgate")).toBeVisible();
});

test("an import of another program shows what will be stored, and can be undone", async ({ page }) => {
  await signInAsAdmin(page, "pipeline-undo");
  await page.goto("/admin/prospect-pipeline/import");
  const rows = [
    "sep=;",
    "Contacts of the trade fair",
    "Vorname;Nachname;E-Mail-Adresse;Firma;Mitarbeiter;Telefax",
    'Dr. Anna;Müller;"Müller, Anna <mailto:anna@undone.example>";Undone;51-200;+49 30 1',
    `${"Ben".repeat(40)};Krüger;ben@undone.example;${"Undone".repeat(15)};0x10;`,
    'Cara;"offen;cara@undone.example;Undone;;',
  ].join("\r\n");
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from(rows) });
  await page.getByRole("button", { name: "Upload file" }).click();
  await expect(page.getByText("2 prospects will be added, 1 row is rejected.")).toBeVisible();
  await expect(page.getByText("1 row above the headings is ignored.")).toBeVisible();
  await expect(page.getByText("Not imported: Telefax.")).toBeVisible();
  await expect(
    page.getByRole("row", { name: "anna@undone.example Dr. Anna Müller Anna Müller Undone 126" }),
  ).toBeVisible();
  await expect(page.getByText("“0x10” is not a number of employees.")).toBeVisible();
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);
  const file = page.url();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByRole("button", { name: "Undo the import" })).toBeVisible();
  await page.goto("/admin/prospect-pipeline?view=table&q=ben@undone.example");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await overflow(page), `table at ${width} px`).toBe(0);
  }
  await page.getByRole("link", { name: /^UndoneUndone/ }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByLabel("Company", { exact: true })).toHaveValue(/^UndoneUndone/);
  expect(await overflow(page), "prospect").toBe(0);
  await page.goto(file);
  await page.getByRole("button", { name: "Undo the import" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("2 prospects will be deleted.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("2 prospects were deleted.")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/admin/prospect-pipeline?q=undone.example");
  await expect(card(page, "Lead", "Undone")).toHaveCount(0);
});
