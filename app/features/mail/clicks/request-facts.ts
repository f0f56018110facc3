import { isbot } from "isbot";
import { userAgentOf } from "#app/lib/browsers/agents/user-agent.ts";
import type { AgentKind, RequestKind } from "./judge-clicks.ts";

/* Classifies requests for a link, so that the user agent and the address need not be stored. */

/** Security products, link previews and headless browsers that identify themselves; `isbot` covers crawlers and libraries. */
const scannerNames =
  /barracuda|proofpoint|mimecast|urldefense|symantec|messagelabs|broadcom|ironport|cisco|forti(?:mail|guard|net)|sophos|trend ?micro|\btmes\b|forcepoint|websense|zscaler|check ?point|avanan|bitdefender|kaspersky|f-secure|withsecure|\beset\b|mcafee|trellix|fireeye|trustwave|cloudmark|vipre|spamtitan|hornetsecurity|safelinks|msoffice|microsoft office|preview|headless|phantomjs|puppeteer|playwright|selenium/i;

export function agentKind(userAgent: string): AgentKind {
  if (userAgent.trim() === "") return "none";
  return scannerNames.test(userAgent) || isbot(userAgent) ? "scanner" : "browser";
}

/** Classifies a request. `isSecure`: browsers send Fetch Metadata to the site. */
export function requestKind(headers: Pick<Headers, "get">, isSecure: boolean): RequestKind {
  const purpose = ["purpose", "sec-purpose", "x-purpose", "x-moz"].map((name) => headers.get(name) ?? "").join(" ");
  if (/prefetch|preview|prerender/i.test(purpose)) return "preview";
  const mode = headers.get("sec-fetch-mode");
  if (mode !== null) return mode === "navigate" && isDocument(headers.get("sec-fetch-dest")) ? "navigation" : "preview";
  return isSecure && sendsFetchMetadata(userAgentOf(headers)) ? "bare" : "unknown";
}

const isDocument = (destination: string | null) => destination === null || destination === "document";

/** Chrome and Edge from 80, Firefox from 90, Safari from 16.4 on. */
function sendsFetchMetadata(userAgent: string): boolean {
  const versionOf = (pattern: RegExp) => Number(pattern.exec(userAgent)?.[1] ?? 0);
  if (/\bChrom(?:e|ium)\//.test(userAgent)) return versionOf(/\bChrom(?:e|ium)\/(\d{1,4})/) >= 80;
  if (/\bFirefox\//.test(userAgent)) return versionOf(/\bFirefox\/(\d{1,4})/) >= 90;
  return /\bSafari\//.test(userAgent) && versionOf(/\bVersion\/(\d{1,3}\.\d{1,3})/) >= 16.4;
}
