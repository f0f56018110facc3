import { data } from "react-router";
import { previewIssue } from "#app/features/newsletter/issues/issue-figures.server.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { mailDocument, mailText } from "#app/shell/mail-document.server.ts";
import type { Route } from "./+types/newsletter-preview";

/** Renders an issue for the editor's frame: `?as=light|dark|text`. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const preview = await previewIssue(await requireAdmin(context, request), params.id);
  if (!preview.ok || !preview.value) throw data(null, { status: 404 });
  const as = new URL(request.url).searchParams.get("as");
  if (as === "text") return mailText(preview.value.text);
  return mailDocument(preview.value.html, as === "dark" ? "dark" : "light");
}
