import { TabLinks } from "#app/ui/tabs.tsx";
import css from "./jobs.module.css";

const items = [
  { href: "/admin/jobs", label: "Queues" },
  { href: "/admin/jobs/events", label: "Undelivered events" },
];

export const JobSections = ({ current }: { current: string }) => (
  <div className={css.tabs}>
    <TabLinks label="Jobs" items={items} current={current} />
  </div>
);
