import { findMail } from "#app/features/mail/messages/mailbox.server.ts";
import { mailDocument } from "#app/shell/mail-document.server.ts";
import type { Route } from "./+types/mail-html";
import { nothingHere, requireMailbox } from "./mailbox/mailbox-visitor.server.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  requireMailbox(context);
  const mail = await findMail(params.mail);
  if (!mail?.html) throw nothingHere();
  return mailDocument(mail.html);
}
