import type { ReactNode } from "react";
import { Notice } from "#app/ui/feedback/notice.tsx";

/** In place of free times while a calendar of the hosts cannot be read. */
export const UnreadTimes = ({
  contactEmail,
  live = false,
  children,
}: {
  contactEmail: string;
  live?: boolean;
  children?: ReactNode;
}) => (
  <Notice kind="caution" title="Free times cannot be shown right now." live={live}>
    <p>
      A calendar that they depend on cannot be read. Try again in a few minutes, or write to{" "}
      <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
    </p>
    {children}
  </Notice>
);
