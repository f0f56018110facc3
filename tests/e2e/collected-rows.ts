import type { BrowserContext, Frame, Page } from "@playwright/test";
import { site } from "./site.ts";

export type Row = { type: string; session_id?: string; admin_user_id?: string; data: Record<string, unknown> };

/** The product at a host name that resolves to this machine: the collector skips localhost. */
export const collectedUrl = () => `http://www.gtmarc.localhost:${new URL(site().url).port}`;

/** Intercepts the collector's requests and stores their rows, in order. */
export async function rowsOf(context: BrowserContext) {
  const rows: Row[] = [];
  const messages: Row[][] = [];
  await context.route("**/api/functions/collect-analytics", async (route) => {
    const sent = JSON.parse(route.request().postData() ?? "[]") as Row[];
    messages.push(sent);
    rows.push(...sent);
    await route.fulfill({ status: 202 });
  });
  return { rows, messages, of: (type: string) => rows.filter((row) => row.type === type).map(({ data }) => data) };
}

/** Waits until the collector runs: it has then patched the history. */
export const isCollected = (page: Page | Frame) =>
  page.waitForFunction(() => !/\[native code\]/.test(Function.prototype.toString.call(history.pushState)));

/** Simulates a hidden page, so that the collector sends queued rows. */
export const hide = (page: Page | Frame) =>
  page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
