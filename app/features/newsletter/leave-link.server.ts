import { listHeaders } from "#app/features/mail/list-headers.ts";
import { env } from "#app/platform/env.server.ts";

export type LeaveToken = { leaveKey: string; issue: string | null };

export const leaveToken = ({ leaveKey, issue }: LeaveToken): string =>
  issue ? `${leaveKey}.${issue.replaceAll("-", "")}` : leaveKey;

export const testToken = "0".repeat(32);

/** Null for what was never one of our tokens. */
export function readLeaveToken(token: string): LeaveToken | null {
  const [, leaveKey, issue] = /^([0-9a-f]{32})(?:\.([0-9a-f]{32}))?$/.exec(token) ?? [];
  if (!leaveKey) return null;
  return { leaveKey, issue: issue ? issue.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") : null };
}

/** The page of that token, absolute; its POST is also what a mail program's one click calls. */
export const leaveUrl = (token: string): string => `${env().SITE_URL}/unsubscribe/${token}`;

export const newsletterHeaders = (token: string): Record<string, string> =>
  listHeaders({
    name: "newsletter",
    title: "GTMarc newsletter",
    url: leaveUrl(token),
    token,
    contactEmail: env().CONTACT_EMAIL,
  });
