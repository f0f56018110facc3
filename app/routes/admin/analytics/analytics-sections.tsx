import { useLocation } from "react-router";
import { reportSearch } from "#app/features/analytics/reports/period/report-address.ts";
import { TabLinks } from "#app/ui/sections/tabs.tsx";
import css from "./analytics.module.css";

const pages = [
  { path: "/admin/analytics", label: "Overview" },
  { path: "/admin/analytics/visits", label: "Visits" },
  { path: "/admin/analytics/experience", label: "Speed and frustration" },
  { path: "/admin/analytics/goals", label: "Goals and sharing" },
  { path: "/admin/analytics/rejected", label: "Rejected hits" },
  { path: "/admin/analytics/import", label: "Import and export" },
];

/** Links between report pages; keeps period, comparison and filters. */
export function AnalyticsSections({ current }: { current: string }) {
  const { search } = useLocation();
  const hrefOf = (path: string) => {
    const report = reportSearch(search);
    return report === "?" ? path : `${path}${report}`;
  };
  return (
    <div className={css.sections}>
      <TabLinks
        label="Analytics"
        items={pages.map(({ path, label }) => ({ href: hrefOf(path), label }))}
        current={hrefOf(current)}
      />
    </div>
  );
}
