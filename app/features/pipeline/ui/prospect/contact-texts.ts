import { contactFields } from "#app/features/pipeline/prospect-fields.ts";
import type { ProspectDetail } from "#app/features/pipeline/prospects/prospect-detail.server.ts";
import { recordOf } from "#app/lib/record-of.ts";

export const contactTexts = (prospect: ProspectDetail["prospect"]) => ({
  ...recordOf(contactFields, (field) => prospect[field]?.toString() ?? ""),
  valueCents: prospect.valueCents === null ? "" : String(Math.round(prospect.valueCents / 100)),
  ownerId: prospect.ownerId ?? "",
  expectedClose: prospect.expectedClose ?? "",
  tags: prospect.tags.join(", "),
});
export type ContactInput = keyof ReturnType<typeof contactTexts>;
