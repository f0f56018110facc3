import { TabLinks } from "#app/ui/tabs.tsx";
import css from "./calendar-sections.module.css";

const items = [
  { href: "/admin/calendar", label: "Calendar" },
  { href: "/admin/calendar/calls", label: "Calls" },
  { href: "/admin/calendar/hosts", label: "Hosts and hours" },
  { href: "/admin/calendar/kinds", label: "Kinds of call" },
];

/** The four pages of the firm's calendar. */
export const CalendarSections = ({ current }: { current: string }) => (
  <div className={css.sections}>
    <TabLinks label="Calendar" items={items} current={current} />
  </div>
);
