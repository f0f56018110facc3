import type { Ctx } from "#app/platform/context.server.ts";
import { gatherEvent } from "./gathered-events.server.ts";
import { type PageReport, pageReports } from "./security-kinds.ts";

/*
 * Reports from page scripts: open developer tools, a filled-in hidden field, a flooded console, code that did not load.
 * Password managers, extensions and bad connections cause all of them, and a visitor can forge them, so reports are
 * only counted. No visitor is blocked or limited because of one.
 */

const isPageReport = (name: string): name is PageReport => (pageReports as readonly string[]).includes(name);

/**
 * Queues a report for counting; unknown names are ignored. `browser`: the browser's name, not the user agent.
 * `address`: null for visitors who opt out of tracking. Resolves once the count is stored; callers need not wait.
 */
export async function countPageReport(
  { db, now }: Pick<Ctx, "db" | "now">,
  { name, path, browser, address }: { name: string; path: string; browser: string; address: string | null },
): Promise<void> {
  if (isPageReport(name))
    await gatherEvent(db, { kind: "page_report", rule: name, path, userAgent: browser, address, now });
}
