import { data } from "react-router";
import { getMessageHtml } from "#app/features/mail/messages/messages.server.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { mailDocument } from "#app/shell/mail-document.server.ts";
import type { Route } from "./+types/mail-body";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const html = await getMessageHtml(await requireAdmin(context, request), params.id);
  if (!html.ok || html.value === null) throw data(null, { status: 404 });
  return mailDocument(html.value);
}
