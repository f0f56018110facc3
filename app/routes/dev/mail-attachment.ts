import { findAttachment } from "#app/features/mail/messages/mailbox.server.ts";
import { contentDisposition } from "#app/lib/formats/file-names.ts";
import type { Route } from "./+types/mail-attachment";
import { nothingHere, requireMailbox } from "./mailbox/mailbox-visitor.server.ts";

/** Serves one attachment, always as a download, so that no attachment opens as a page of this site. */
export async function loader({ context, params }: Route.LoaderArgs) {
  requireMailbox(context);
  const file = /^\d{1,3}$/.test(params.number) ? await findAttachment(params.mail, Number(params.number)) : null;
  if (!file) throw nothingHere();
  return new Response(new Uint8Array(file.content), {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": contentDisposition("attachment", file.filename),
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "no-store",
    },
  });
}
