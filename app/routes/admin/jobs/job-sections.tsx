import parts from "#app/routes/admin/admin-parts.module.css";
import { TabLinks } from "#app/ui/sections/tabs.tsx";

const items = [
  { href: "/admin/jobs", label: "Queues" },
  { href: "/admin/jobs/events", label: "Undelivered events" },
];

export const JobSections = ({ current }: { current: string }) => (
  <div className={parts.spaced}>
    <TabLinks label="Jobs" items={items} current={current} />
  </div>
);
