import { asksForPrivacy } from "#app/features/analytics/steps/funnel.server.ts";
import { DownloadReport } from "#app/features/kit/downloads.ts";
import { recordDownload } from "#app/features/kit/kit.server.ts";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import { countPublicForm } from "#app/routes/api/public/public-form.server.ts";
import { newEndpoints } from "../api/endpoint.server.ts";

/** `POST /downloads`: the button of the page without scripts. Counts the download and leads to the file; above the limit only to the file. */
export const kitForm = newEndpoints();
kitForm.post("/downloads", async (c) => {
  const limit = await countPublicForm(c);
  if (limit.allowed)
    await recordDownload(c.get("ctx"), DownloadReport.parse({ download_type: "public_lite" }), {
      isPrivate: asksForPrivacy(c.req.raw.headers),
    });
  return c.redirect(starterKit.path, 303);
});
