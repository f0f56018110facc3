/**
 * Headers for the mail provider, recognized by the host of SMTP_URL. Postmark replaces the Message-ID unless asked not
 * to, and names a mail in its reports only by metadata.
 */
export function providerHeaders(smtpUrl: string, messageId: string): Record<string, string> {
  if (!/(^|\.)postmarkapp\.com$/i.test(new URL(smtpUrl).hostname)) return {};
  return { "X-PM-KeepID": "true", "X-PM-Metadata-gtmarc-message": messageId };
}
