import { findMail } from "../../features/mail/mailbox.server.ts";
import type { Route } from "./+types/mail-html";
import { nothingHere, requireMailbox } from "./mailbox-visitor.server.ts";

/**
 * The HTML body as a document of its own: mails need inline styles, which our pages forbid, so it gets its own policy.
 * `sandbox` keeps whatever a mail may hold away from this site's cookies and scripts; links open in a window of their own.
 */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

export async function loader({ request, context, params }: Route.LoaderArgs) {
  requireMailbox(request, context);
  const mail = await findMail(params.mail);
  if (!mail?.html) throw nothingHere();
  return new Response(mail.html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
    },
  });
}
