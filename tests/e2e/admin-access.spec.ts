import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { gtmarc } from "./command-line.ts";
import { test } from "./journey.ts";
import { accessCodeIn, waitForMail } from "./mailbox.ts";
import { createAccount, sendRequest, signInNew } from "./people.ts";
import { hydrated, userIdOf } from "./wizard-people.ts";

test("an admin approves a request; revoking access during a draft shows a notice and loses no input", async ({
  page,
  browser,
}) => {
  const adminPage = await (await browser.newContext()).newPage();
  const loud: string[] = [];
  for (const watched of [adminPage, page]) {
    watched.on("console", (line) => line.type() === "error" && loud.push(line.text()));
    watched.on("pageerror", (error) => loud.push(error.message));
  }
  // A consumer address waits for an admin, whatever the delay.
  const dana = { email: `dana-${Date.now().toString(36)}@gmail.com`, password: "Draw2Automate" };
  const asked = await page.request.post("/api/functions/request-access-code", {
    data: { email: dana.email, company_name: "Northfield Analytics", company_website: "northfield.io" },
    headers: { "x-forwarded-for": "198.51.100.77" },
  });
  expect(asked.status()).toBe(200);

  await test.step("the request: the firm's mail, no date for the visitor, its state on both screens", async () => {
    const confirmation = await waitForMail(dana.email, /access request/i);
    expect(confirmation.text).toContain("we cannot promise a date");
    await createAccount(page, dana);
    await page.goto("/verify-access");
    await expect(page.getByText("Your request is being reviewed")).toBeVisible();
    await expect(page.getByText("there is no fixed date", { exact: false })).toBeVisible();
    await expectAccessible(page);
    expect((await page.goto("/blueprint/wizard/mode"))?.status()).toBe(403);
    await expect(page.getByText("Your request is being reviewed.", { exact: false })).toBeVisible();
    loud.length = 0;
  });

  await test.step("the queue, by keyboard and visually", async () => {
    await signInAsAdmin(adminPage, "admin");
    await adminPage.goto("/admin/access-requests");
    await adminPage.getByLabel("Search email or company").fill(dana.email);
    await expect(adminPage).toHaveURL(/q=dana/);
    await expect(adminPage.getByRole("row")).toHaveCount(2);
    await expectAccessible(adminPage);
    const decline = adminPage.getByRole("button", { name: `Decline ${dana.email}` });
    await decline.focus();
    await adminPage.keyboard.press("Enter");
    await expect(adminPage.getByRole("dialog", { name: "Decline this request?" })).toBeVisible();
    await expectAccessible(adminPage);
    await adminPage.keyboard.press("Escape");
    await expect(decline).toBeFocused();
    await adminPage.getByRole("button", { name: `Approve ${dana.email}` }).click();
    await expect(adminPage.getByText("Approved. The code is on its way.")).toBeVisible();
  });

  await test.step("the code opens the wizard", async () => {
    await page.goto("/verify-access");
    await expect(page.getByText("Your code is ready")).toBeVisible();
    await expect(page.getByText(`An access code for ${dana.email} was issued on`)).toBeVisible();
    const mail = await waitForMail(dana.email, /access code/i);
    await page.goto("/verify-access");
    await page.getByLabel("Access Code").fill(accessCodeIn(mail));
    await page.getByRole("button", { name: "Validate Code" }).click();
    await expect(page).toHaveURL(/\/blueprint\/wizard\/mode/);
    await page.goto("/blueprint/wizard/profile?blueprint=new");
    // As entered in the request.
    await expect(page.getByLabel("Company Name")).toHaveValue("Northfield Analytics");
    await expect(page.getByLabel("Company Website")).toHaveValue("https://www.northfield.io");
    await page.getByLabel("Company Name").fill("Northfield Analytics Inc");
    await expect(page.getByText(/Saved/)).toBeVisible();
  });

  await test.step("revoked while the draft is open: shown when the tab is visible again, and typed text stays", async () => {
    await adminPage.goto("/admin/access-requests?filter=all");
    await adminPage.getByRole("link", { name: dana.email, exact: true }).click();
    await expect(adminPage).toHaveURL(/\/admin\/access-requests\/[0-9a-f-]{36}/);
    // The URL changes before the page does; the list also contains users with access.
    await expect(adminPage.getByRole("heading", { level: 1, name: dana.email })).toBeVisible();
    await expect(adminPage.getByText("Has access")).toBeVisible();
    await expectAccessible(adminPage);
    await adminPage.getByRole("button", { name: "Revoke access" }).click();
    await adminPage.getByRole("dialog").getByRole("button", { name: "Revoke access" }).click();
    await expect(adminPage.getByText("Access revoked.")).toBeVisible();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByText("Access Required", { exact: true })).toBeVisible();
    await expect(page.getByText("Your saved answers are kept", { exact: false }).first()).toBeVisible();
    await expect(page.getByLabel("Company Name")).toHaveValue("Northfield Analytics Inc");
  });

  await test.step("restored by Undo: the message disappears, and the draft is still there", async () => {
    await adminPage.getByRole("button", { name: "Undo" }).click();
    await expect(adminPage.getByText("Access restored.")).toBeVisible();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByText("Access Required", { exact: true })).toBeHidden();
    await page.goto("/blueprint/wizard/profile");
    await expect(page.getByLabel("Company Name")).toHaveValue("Northfield Analytics Inc");
  });

  await test.step("other users do not see the queue", async () => {
    const answer = await page.goto("/admin/access-requests");
    expect(answer?.status()).toBe(403);
    await expect(page.getByText("Access Denied: You need admin privileges and 2FA to access this page.")).toBeVisible();
  });
  expect(loud.filter((line) => !line.includes("403"))).toEqual([]);
});

test("the page of a user who got a code without a request resets the devices and revokes the access; every page says the same", async ({
  page,
  browser,
}) => {
  const dana = await signInNew(page, "no-request", { access: false });
  const userId = await userIdOf(page);
  const code = (await gtmarc(["access-code", "issue", dana.email])).match(/[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/)![0];
  await sendRequest(page, "POST", "/api/functions/validate-access-code", { code });
  for (let device = 0; device < 6; device += 1)
    await sendRequest(page, "POST", "/api/rpc/user_has_wizard_access_secure", {
      ...{ p_user_id: userId, p_user_agent: "journey", p_ip_hash: String(device).repeat(64) },
    });
  const closed = page.getByText("Your wizard is closed at the moment");
  for (const path of ["/account", "/verify-access", "/request-access", "/automation-blueprint-gtmarc"]) {
    await page.goto(path);
    await expect(closed, path).toBeVisible();
    await expect(page.getByRole("link", { name: "See where you are signed in" }).first(), path).toBeVisible();
  }
  await expectAccessible(page);
  expect((await page.goto("/blueprint/wizard/mode"))?.status()).toBe(403);
  await expect(closed).toBeVisible();

  const adminPage = await (await browser.newContext()).newPage();
  await signInAsAdmin(adminPage, "no-request-admin");
  await adminPage.goto(`/admin/users/${userId}`);
  await hydrated(adminPage);
  await expect(adminPage.getByText("6 of 5 devices in the last 24 hours")).toBeVisible();
  await expect(adminPage.getByRole("link", { name: "Access request", exact: true })).toHaveCount(0);
  await expectAccessible(adminPage);
  const reset = adminPage.getByRole("button", { name: "Reset device count" });
  await reset.focus();
  await adminPage.keyboard.press("Enter");
  await expect(adminPage.getByText("Devices used so far no longer count.")).toBeVisible();
  await expect(reset).toHaveCount(0);
  expect((await page.goto("/blueprint/wizard/mode"))?.status()).toBe(200);

  await adminPage.getByRole("button", { name: "Revoke access" }).click();
  const dialog = adminPage.getByRole("dialog", { name: "Revoke access?" });
  await expectAccessible(adminPage);
  await dialog.getByRole("button", { name: "Revoke access" }).click();
  await expect(adminPage.getByText("Access revoked.")).toBeVisible();
  await expect(adminPage.getByText(/^Revoked on/)).toBeVisible();
  expect((await page.goto("/blueprint/wizard/mode"))?.status()).toBe(403);
  await expect(page.getByText("Your access has ended", { exact: false })).toBeVisible();
  await adminPage.getByRole("button", { name: "Undo" }).click();
  await expect(adminPage.getByText("Access restored.")).toBeVisible();
  await expect(adminPage.getByRole("button", { name: "Revoke access" })).toBeVisible();
});
