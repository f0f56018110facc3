import { securityPeriods } from "#app/features/security/security-log/security-kinds.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import type { FilterChips } from "#app/ui/admin/admin-filters.tsx";
import { TabLinks } from "#app/ui/sections/tabs.tsx";

const items = [
  { href: "/admin/security", label: "Requests" },
  { href: "/admin/security/policy", label: "Policy reports" },
];

export const SecuritySections = ({ current }: { current: string }) => (
  <div className={parts.spaced}>
    <TabLinks label="Security" items={items} current={current} />
  </div>
);

const usual = 7;

/** Returns the period in the query, in days. */
export const periodOf = (params: URLSearchParams): number =>
  securityPeriods.find((days) => String(days) === params.get("days")) ?? usual;

export const periodChips: FilterChips = {
  name: "days",
  label: "Period",
  options: securityPeriods.map((days) => ({
    value: days === usual ? "" : String(days),
    label: days === 1 ? "Today" : `${days} days`,
  })),
};
