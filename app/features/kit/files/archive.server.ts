import { strToU8 } from "fflate";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { modelWorkbook } from "#app/features/roi/workbook/workbook.ts";
import type { Workbook } from "#app/features/roi/workbook/workbook-shape.ts";
import { isUnnamed } from "#app/lib/firm.ts";
import { guidePdf } from "./guide-pdf.ts";
import { guideMarkdown, guides, type Platform } from "./guides.ts";
import { type KitFile, kitFiles, readme } from "./kit-files.ts";
import { leanWorkbook } from "./lean-workbook.ts";
import { makeBlueprint } from "./make-blueprint.ts";
import { n8nWorkflow } from "./n8n-workflow.ts";
import type { KitTemplate } from "./template-shape.ts";
import { samplePayload } from "./templates.ts";
import { workbookFile } from "./workbook-file.server.ts";
import { zapierSheet } from "./zapier-sheet.ts";
import { zipFile } from "./zip-file.ts";

/*
 * Builds the starter kit's archive. All of it is generated from records of this product: the templates (templates.ts), the guides
 * (guides.ts) and the return model (roi/workbook/workbook.ts), so every build updates it. The same sources produce the same bytes: all times are
 * the kit's own day. The page says 38 KB; an archive above 38 KiB is an error and must not change the label.
 */

export const kitLimitBytes = 38 * 1024;

/** October 2025, as on the page. */
const kitDay = new Date("2025-10-01T00:00:00Z");
/** The same day as local time, which zips use. */
const zipDay = new Date(2025, 9, 1);

/** @throws if the archive is larger than its label; a firm's own name may make it a little larger */
export async function kitArchive(license: string): Promise<Uint8Array> {
  const contents: Record<string, Uint8Array> = {};
  for (const file of kitFiles) contents[file.path] = await contentOf(file, license);
  const archive = await zipFile(contents, zipDay);
  if (archive.length > kitLimitBytes && isUnnamed())
    throw new Error(
      `The starter kit is ${archive.length} bytes; the limit is ${kitLimitBytes}, because its page says 38 KB.`,
    );
  return archive;
}

async function contentOf(file: KitFile, license: string): Promise<Uint8Array> {
  switch (file.kind) {
    case "readme":
      return strToU8(readme());
    case "license":
      return strToU8(license);
    case "spreadsheet":
      return leanWorkbook(await workbookFile(calculator(), kitDay));
    case "guide": {
      const guide = guides.find(({ platform }) => platform === file.platform)!;
      return file.format === "pdf" ? guidePdf(guide) : strToU8(guideMarkdown(guide));
    }
    case "payload":
      return strToU8(JSON.stringify(samplePayload(file.template)));
    case "template":
      return strToU8(templateText(file.platform, file.template));
  }
}

function templateText(platform: Platform, template: KitTemplate): string {
  if (platform === "Zapier") return zapierSheet(template);
  return JSON.stringify(platform === "n8n" ? n8nWorkflow(template) : makeBlueprint(template));
}

export const calculator = (): Workbook =>
  modelWorkbook(exampleFirm, "calculator", {
    title: "ROI calculator",
    note: "Fill in the pale cells; the example is a firm of 45 people. Everything else updates.",
  }).workbook;
