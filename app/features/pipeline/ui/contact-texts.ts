import type { ProspectDetail } from "../prospect-detail.server.ts";

export const contactTexts = (prospect: ProspectDetail["prospect"]) => ({
  name: prospect.name ?? "",
  firstName: prospect.firstName ?? "",
  lastName: prospect.lastName ?? "",
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
