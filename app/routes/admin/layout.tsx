import type { ReactNode } from "react";
import { isRouteErrorResponse, Outlet, useLocation, useNavigation } from "react-router";
import { findDemo } from "#app/features/demo/demo.server.ts";
import { usStyle } from "#app/lib/dates/date-text.ts";
import { unlisted } from "#app/lib/firm.ts";
import { roleChanges, roleOf } from "#app/lib/rights.ts";
import { readStageLabelsFrom, stageLabels } from "#app/lib/words/stage-labels.ts";
import { operatorCommand } from "#app/platform/env.server.ts";
import { FreshCodePrompt } from "#app/shell/account/fresh-code-prompt.tsx";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { type AdminRefusal, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { CarriedToast } from "#app/shell/admin/carried-toast.tsx";
import { ChangesOf, MemberRoleProvider } from "#app/shell/admin/changes.tsx";
import { readAdminCounts } from "#app/shell/admin/counts.server.ts";
import { Denied } from "#app/shell/admin/denied.tsx";
import { areaOfPage, groupsFor, linkFor } from "#app/shell/admin/navigation.ts";
import { SearchOpener } from "#app/shell/admin/search/search-opener.tsx";
import { ErrorScreen } from "#app/shell/pages/error-screen.tsx";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { AdminFrame } from "#app/ui/admin/admin-frame.tsx";
import { PageKeysHelp } from "#app/ui/admin/page-keys.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";
import { useRecoveredFocus } from "#app/ui/lists/recovered-focus.ts";
import { FirmDatesProvider, useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/layout";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const [account, counts, demo] = await Promise.all([visibleAccount(ctx), readAdminCounts(ctx), findDemo(ctx)]);
  const role = roleOf(ctx.actor) ?? "viewer";
  return {
    userId: ctx.actor.userId,
    role,
    stages: stageLabels(),
    account,
    counts,
    removeDemo: demo && operatorCommand("seed demo --remove"),
  };
}

/** Set for all admin pages, because navigation between them loads no new document and some show a mail in a frame. */
export const handle: PageHandle = { embeds: "mail" };
export const meta = () => unlisted("Admin");

/** The team sees American dates. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  // Before the pages below are rendered. The server reads the settings.
  if (typeof document !== "undefined") readStageLabelsFrom(() => loaderData.stages);
  return (
    <FirmDatesProvider zone={useFirmDates().zone} dateStyle={usStyle}>
      <Frame {...loaderData}>
        <Outlet />
      </Frame>
    </FirmDatesProvider>
  );
}

/** Refused users never see the admin frame; a missing or failed page shows a message inside it. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const answer = isRouteErrorResponse(error) ? error : null;
  if (answer?.status === 403) return <Denied {...(answer.data as AdminRefusal)} />;
  const screen =
    answer?.status === 404 ? (
      <ScreenMessage
        code="404"
        title="Oops! Page not found"
        text="This admin page does not exist, or its record was deleted."
        action={{ href: "/admin", label: "Back to today" }}
      />
    ) : (
      <ErrorScreen error={error} />
    );
  return loaderData ? <Frame {...loaderData}>{screen}</Frame> : screen;
}

type LayoutData = Awaited<ReturnType<typeof loader>>;

function Frame({ userId, role, account, counts, removeDemo, children }: LayoutData & { children: ReactNode }) {
  const { pathname } = useLocation();
  useRecoveredFocus(pathname);
  const going = useNavigation().location;
  const area = areaOfPage(pathname);
  const isReadOnly = area !== "start" && !roleChanges(role, area);
  return (
    <AdminFrame
      groups={groupsFor(role).map(({ title, links }) => ({
        title,
        links: links.map(({ count, area: _, ...link }) => ({ ...link, count: count && counts[count] })),
      }))}
      current={linkFor(pathname)?.href}
      search={<SearchOpener account={userId} memberRole={role} />}
      account={account && accountEntry(account)}
      pending={
        going && going.pathname !== pathname
          ? `Loading ${(linkFor(going.pathname)?.label ?? "page").toLowerCase()}...`
          : null
      }
    >
      <noscript>
        <Notice kind="caution">You can read and search without JavaScript. Actions and forms need it.</Notice>
      </noscript>
      {isReadOnly && <Notice kind="info">Your role can read this page. It cannot change anything here.</Notice>}
      {removeDemo && (
        <aside aria-label="Demo data">
          <Notice kind="caution" title="Demo data is loaded">
            Addresses that end in -demo.example are examples and receive no email. Remove the data with{" "}
            <code>{removeDemo}</code>.
          </Notice>
        </aside>
      )}
      <MemberRoleProvider value={role}>
        <ChangesOf area={area}>
          <PageKeysHelp>{children}</PageKeysHelp>
        </ChangesOf>
      </MemberRoleProvider>
      <CarriedToast />
      <FreshCodePrompt />
    </AdminFrame>
  );
}
