import type { ReactNode } from "react";

/** A line of a `dl` of facts. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="note">{name}</dt>
    <dd>{children}</dd>
  </div>
);
