import type { Ctx } from "#app/platform/context.server.ts";
import { gatherEvent } from "./gathered-events.server.ts";
import { type PageReport, pageReports } from "./security-kinds.ts";

/*
 * What scripts of pages report: open developer tools, a hidden field that was filled in, a flooded console, code that did not load.
 * Password managers, extensions and bad connections cause all of them, so a report is only counted. It is the visitor's claim:
 * no visitor is blocked or limited because of one.
 */

const isPageReport = (name: string): name is PageReport => (pageReports as readonly string[]).includes(name);

/**
 * Counts a report soon; unknown names are ignored. `browser`: words, not the user agent. `address`: null for visitors who ask
 * not to be tracked. Resolves when the count is stored; callers need not wait.
 */
export async function countPageReport(
  { db, now }: Pick<Ctx, "db" | "now">,
  { name, path, browser, address }: { name: string; path: string; browser: string; address: string | null },
): Promise<void> {
  if (isPageReport(name))
    await gatherEvent(db, { kind: "page_report", rule: name, path, userAgent: browser, address, now });
}
