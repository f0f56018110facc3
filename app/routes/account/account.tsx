import { redirect } from "react-router";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { signInAddress } from "#app/lib/addresses/next-path.ts";
import { unlisted } from "#app/lib/firm.ts";
import { readTogether } from "#app/platform/database/together.server.ts";
import { FreshCodePrompt } from "#app/shell/account/fresh-code-prompt.tsx";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { ErrorScreen, isUnavailable } from "#app/shell/pages/error-screen.tsx";
import { requestContext } from "#app/shell/request-context.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { TabLinks } from "#app/ui/sections/tabs.tsx";
import { DayOn } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/account";
import { accountAction, isButton, isPlainIntent, plainIntents } from "./account/account-action.ts";
import { readAccount } from "./account/account-data.server.ts";
import { EmailTab } from "./account/email-tab.tsx";
import { ProfileTab } from "./account/profile-tab.tsx";
import { SecurityTab } from "./account/security-tab.tsx";
import { ThingsTab } from "./account/things-tab.tsx";
import { RefusedAccountForm } from "./account/use-account-action.ts";
import css from "./account.module.css";

const tabs = [
  { href: "/account", label: "Overview", name: "things" },
  { href: "/account?tab=profile", label: "Profile", name: "profile" },
  { href: "/account?tab=email", label: "Email", name: "email" },
  { href: "/account?tab=security", label: "Security", name: "security" },
] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const url = new URL(request.url);
  const { actor } = ctx;
  if (actor.kind !== "user") throw redirect(signInAddress(request.url));
  const said = url.searchParams.get("said") ?? "";
  // A link of a mail or of another site must not say that something was done.
  const isLinked = (request.headers.get("sec-fetch-site") ?? "same-origin") !== "same-origin";
  const refused = ctx.refusedForm;
  const sent = refused?.values["intent"] ?? "";
  const asked = isPlainIntent(sent) ? plainIntents[sent].tab : url.searchParams.get("tab");
  const tab = tabs.find(({ name }) => name === asked)?.name ?? "things";
  return {
    tab,
    ...(await readTogether({ ...ctx, actor }, (together) => readAccount(together, tab))),
    refused: refused ? { ...refused, message: refused.message ?? "" } : null,
    done: !refused && !isLinked && isPlainIntent(said) ? plainIntents[said].done : null,
  };
}

export const meta = () => unlisted("Account");

export const clientAction = async ({ request }: Route.ClientActionArgs) => accountAction(await request.formData());

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const { tab, account, deletionDueOn, isInvited, refused, done, things, company } = loaderData;
  const needsScripts = {
    things: things != null && (things.blueprints.length > 0 || things.documents.some(({ payable }) => payable)),
    profile: company != null && company.joinedBy !== "own",
    email: false,
    security: true,
  }[tab];
  const isRefusedButton = isButton(refused?.values["intent"]);
  return (
    <RefusedAccountForm value={isRefusedButton ? null : refused}>
      <AppHeader scripted={needsScripts} title="Account" account={account && accountEntry(account)} />
      <main id="main" className={css.page}>
        <PageHead title="Your account" />
        <div className="wrap">
          <TabLinks label="Account" items={tabs} current={tabs.find(({ name }) => name === tab)!.href} />
          {isRefusedButton && (
            <Notice kind="critical" className="top-175" live>
              {refused?.message}
            </Notice>
          )}
          {done && (
            <Notice kind="positive" className="top-175" live>
              {done}
            </Notice>
          )}
          {deletionDueOn && tab !== "security" && (
            <Notice kind="caution" className="top-175">
              This account will be deleted on <DayOn date={deletionDueOn} />.{" "}
              <a href="/account?tab=security#delete">Keep it</a>
            </Notice>
          )}
          {isInvited && tab === "things" && (
            <Notice kind="info" className="top-175">
              A colleague invites you to share their company.{" "}
              <a href="/account?tab=profile#company">See the invitation</a>
            </Notice>
          )}
          {things && <ThingsTab things={things} email={loaderData.email} />}
          {tab === "profile" && <ProfileTab data={loaderData} />}
          {tab === "email" && <EmailTab data={loaderData} />}
          {tab === "security" && <SecurityTab data={loaderData} />}
        </div>
        <FreshCodePrompt />
      </main>
    </RefusedAccountForm>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isUnavailable(error)) return <ErrorScreen error={error} />;
  return (
    <ScreenMessage code="500" title={accountMessages.profileNotLoaded} action={{ href: "/", label: "Back to home" }} />
  );
}
