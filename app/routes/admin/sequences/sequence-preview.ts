import { data } from "react-router";
import { previewStep } from "#app/features/sequences/steps/step-previews.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { mailDocument, mailText } from "#app/shell/mail-document.server.ts";
import type { Route } from "./+types/sequence-preview";

/** Renders the saved email of a step for the editor's frame: `?step=&as=light|dark|text&prospect=`. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const query = new URL(request.url).searchParams;
  const prospectId = query.get("prospect") ?? "";
  const preview = isUuid(params.id)
    ? await previewStep(ctx, {
        ...{ id: params.id, stepKey: query.get("step") ?? "" },
        ...(isUuid(prospectId) ? { prospectId } : {}),
      })
    : null;
  if (!preview?.ok) throw data(null, { status: 404 });
  const as = query.get("as");
  if (as === "text") return mailText(preview.value.text);
  return mailDocument(preview.value.html, as === "dark" ? "dark" : "light");
}
