import { listHeaders } from "#app/features/mail/list-headers.ts";
import { env } from "#app/platform/env.server.ts";

/* The link in every mail of a sequence that ends outreach for its recipient. Its token is a random key of the enrolment. */

const prefix = "outreach.";
const keyPattern = /^outreach\.([0-9a-f]{32})$/;

export const outreachToken = (leaveKey: string): string => `${prefix}${leaveKey}`;

/** The token in test mails and previews; it belongs to no one. */
export const testLeaveKey = "0".repeat(32);

/** Whether a token of /unsubscribe/{token} belongs to outreach; it may be invalid. */
export const isOutreachToken = (token: string): boolean => token.startsWith(prefix);

/** The key in a token, or null. */
export const leaveKeyOf = (token: string): string | null => keyPattern.exec(token)?.[1] ?? null;

export const outreachLeaveUrl = (leaveKey: string): string =>
  `${env().SITE_URL}/unsubscribe/${outreachToken(leaveKey)}`;

/** The headers of every mail of a sequence. */
export const outreachHeaders = (leaveKey: string): Record<string, string> =>
  listHeaders({
    name: "outreach",
    title: "GTMarc follow-up emails",
    url: outreachLeaveUrl(leaveKey),
    token: outreachToken(leaveKey),
    contactEmail: env().CONTACT_EMAIL,
  });
