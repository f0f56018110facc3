import parts from "#app/routes/admin/admin-parts.module.css";
import { TabLinks } from "#app/ui/sections/tabs.tsx";

const items = [
  { href: "/admin/calendar", label: "Calendar" },
  { href: "/admin/calendar/calls", label: "Calls" },
  { href: "/admin/calendar/hosts", label: "Hosts and hours" },
  { href: "/admin/calendar/event-types", label: "Event types" },
];

export const CalendarSections = ({ current }: { current: string }) => (
  <div className={parts.spaced}>
    <TabLinks label="Calendar" items={items} current={current} />
  </div>
);
