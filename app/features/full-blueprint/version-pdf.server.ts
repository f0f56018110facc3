import type { MemberCtx } from "#app/features/wizard/drafts.server.ts";
import { pdfFileName } from "#app/lib/file-names.ts";
import type { NotFound, Refusal } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { defineThreadTask, runInThread } from "#app/platform/threads.server.ts";
import { companyTimezone, getVersion } from "./full-blueprint.server.ts";
import type { VersionPdfData } from "./pdf/version-pdf.ts";

/** Draws the PDF of a version, in a thread of its own where there is one. */
export const drawVersionTask = defineThreadTask({
  name: "full-blueprint.draw-version",
  // Loaded at first use: the PDF renderer takes a quarter of a second, and most processes never draw.
  run: async (pdf: VersionPdfData) => (await import("./pdf/version-document.server.tsx")).drawVersion(pdf),
});

/** A published version as a PDF: the newest, or the one that is asked for. Refuses as `getVersion` does. */
export async function getVersionPdf(
  ctx: MemberCtx,
  blueprintId: string,
  number?: number,
): Promise<Result<{ bytes: Uint8Array; fileName: string }, NotFound | Refusal<"locked">>> {
  const found = await getVersion(ctx, blueprintId, number);
  if (!found.ok) return found;
  const { companyName, architect, note, publishedAt, content } = found.value;
  const bytes = await runInThread(drawVersionTask, {
    ...{ companyName, architect, note, publishedAt, content, number: found.value.number },
    timezone: companyTimezone(),
  });
  return ok({ bytes, fileName: pdfFileName("Full-blueprint", companyName, `version-${found.value.number}`) });
}
