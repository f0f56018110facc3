import type { Browser, Page } from "@playwright/test";
import type { DraftPart } from "#app/features/wizard/blueprint.ts";
import { signInAsAdmin } from "./admins.ts";
import { sendRequest } from "./people.ts";

export async function startDraft(page: Page, inputs: DraftPart, about: object = {}, step = "profile"): Promise<string> {
  const { id, version } = await sendRequest<{ id: string; version: number }>(page, "POST", "/api/blueprints", {
    mode: "guided",
  });
  await sendRequest(page, "PUT", `/api/blueprints/${id}`, { version, inputs, about, step });
  return id;
}

/** An admin in a separate browser, who can revoke and restore a user's access. */
export async function newAccessAdmin(browser: Browser) {
  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.99" } });
  const page = await context.newPage();
  await signInAsAdmin(page, "doorkeeper");
  return {
    end: (userId: string) => sendRequest(page, "DELETE", `/api/admin/access-grants/${userId}`),
    restore: (userId: string) => sendRequest(page, "POST", `/api/admin/access-grants/${userId}`, {}),
    leave: () => context.close(),
  };
}

export const userIdOf = async (page: Page): Promise<string> =>
  (await (await page.request.get("/api/auth/get-session")).json()).user.id;

/** Waits until the inline script's early edits have been passed on. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => "__reactRouterDataRouter" in window && window.heldEdits === undefined);
