import { listHeaders } from "#app/features/mail/sending/list-headers.ts";
import { firmName } from "#app/lib/firm.ts";
import { env } from "#app/platform/env.server.ts";

export type LeaveToken = { unsubscribeKey: string; issue: string | null };

export const leaveToken = ({ unsubscribeKey, issue }: LeaveToken): string =>
  issue ? `${unsubscribeKey}.${issue.replaceAll("-", "")}` : unsubscribeKey;

export const testToken = "0".repeat(32);

export function readLeaveToken(token: string): LeaveToken | null {
  const [, unsubscribeKey, issue] = /^([0-9a-f]{32})(?:\.([0-9a-f]{32}))?$/.exec(token) ?? [];
  if (!unsubscribeKey) return null;
  return { unsubscribeKey, issue: issue ? issue.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") : null };
}

/** Returns the absolute URL of the token's page; mail programs also send their one-click POST to it. */
export const leaveUrl = (token: string): string => `${env().SITE_URL}/unsubscribe/${token}`;

export const newsletterHeaders = (token: string): Record<string, string> =>
  listHeaders({
    name: "newsletter",
    title: `${firmName()} newsletter`,
    url: leaveUrl(token),
    token,
    contactEmail: env().CONTACT_EMAIL,
  });
