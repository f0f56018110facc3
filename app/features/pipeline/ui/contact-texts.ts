import type { ProspectDetail } from "../prospect-detail.server.ts";

/** Returns the contact form's fields as text, by the names of their inputs. */
export const contactTexts = (prospect: ProspectDetail["prospect"]) => ({
  name: prospect.name ?? "",
  role: prospect.role ?? "",
  company: prospect.company ?? "",
  website: prospect.website ?? "",
  industry: prospect.industry ?? "",
  employees: prospect.employees?.toString() ?? "",
  value: prospect.valueCents === null ? "" : String(Math.round(prospect.valueCents / 100)),
  ownerId: prospect.ownerId ?? "",
  expectedClose: prospect.expectedClose ?? "",
  tags: prospect.tags.join(", "),
});
export type ContactInput = keyof ReturnType<typeof contactTexts>;
