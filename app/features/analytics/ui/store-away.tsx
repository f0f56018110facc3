import type { ReactNode } from "react";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { rangeText } from "./report/report-bar.tsx";

/** Instead of figures while the store of visitor events cannot be reached. */
export const StoreAwayNotice = ({ children }: { children?: ReactNode }) => (
  <Notice kind="caution" live title="Visits cannot be read at the moment">
    <p>
      The database of visitor events is unavailable. New visits are still accepted, and their figures appear here once
      it is back.{children}
    </p>
  </Notice>
);

type Known = { title: string; period: Parameters<typeof rangeText>[0]; children: ReactNode; links?: ReactNode };

/** A report's page without its figures. `children`: what is known above them. */
export const StoreAway = ({ title, period, children, links }: Known) => (
  <AdminPage title={title} lead={rangeText(period)}>
    {children}
    <StoreAwayNotice>{links}</StoreAwayNotice>
  </AdminPage>
);
