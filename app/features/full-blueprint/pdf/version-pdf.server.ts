import { pdfFileName } from "#app/lib/formats/file-names.ts";
import type { NotFound, Refusal } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { defineThreadTask, runInThread } from "#app/platform/threads.server.ts";
import { companyTimezone, getVersion } from "../full-blueprint.server.ts";
import type { VersionPdfData } from "./version-pdf.ts";

export const drawVersionTask = defineThreadTask({
  name: "full-blueprint.draw-version",
  lane: "documents",
  // Loaded on first use: the PDF renderer takes 250 ms, and most processes never render one.
  run: async (pdf: VersionPdfData) => (await import("./version-document.server.tsx")).drawVersion(pdf),
});

/** Refusals as for `getVersion`. */
export async function getVersionPdf(
  ctx: SignedInCtx,
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
