import { useState } from "react";
import { redirect, useNavigation, useSubmit } from "react-router";
import { api, ask } from "../../api-client.ts";
import { accountWords, ProfileForm as ProfileSchema } from "../../features/accounts/accounts.ts";
import { getProfile } from "../../features/accounts/profile.server.ts";
import { ProfileForm } from "../../features/accounts/ui/profile-form.tsx";
import type { SignedIn } from "../../lib/actor.ts";
import { requestContext } from "../../request-context.ts";
import { AppHeader } from "../../ui/app-header.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { ScreenMessage } from "../../ui/screen-message.tsx";
import { TabLinks } from "../../ui/tabs.tsx";
import { ToastHost, type ToastMessage } from "../../ui/toast.tsx";
import { accountEntry } from "../account-entry.tsx";
import { visibleAccount } from "../visible-account.server.ts";
import type { Route } from "./+types/account";
import css from "./account.module.css";

const tabs = [
  { href: "/account", label: "Profile", name: "profile" },
  { href: "/account?tab=email", label: "Email", name: "email" },
  { href: "/account?tab=security", label: "Security", name: "security" },
] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const url = new URL(request.url);
  const { actor } = ctx;
  if (actor.kind !== "user") throw redirect(`/auth?next=${encodeURIComponent(url.pathname + url.search)}`);
  const profile = await getProfile(ctx as typeof ctx & { actor: SignedIn });
  return {
    tab: tabs.find(({ name }) => name === url.searchParams.get("tab"))?.name ?? "profile",
    account: await visibleAccount(ctx),
    email: actor.email,
    isAdmin: actor.isAdmin,
    codeWasGiven: actor.aal === "aal2",
    profile: {
      first_name: profile.firstName,
      last_name: profile.lastName,
      company_name: profile.companyName,
      title: profile.title,
      focus_area: profile.focusArea,
      top_outcome: profile.topOutcome,
      industry: profile.industry,
      estimated_loaded_cost_per_hour: profile.estimatedLoadedCostPerHour,
    },
  };
}

export const meta = () => [{ title: "Account | GTMarc" }, { name: "robots", content: "noindex" }];

export async function clientAction({ request }: Route.ClientActionArgs) {
  const json = ProfileSchema.parse(Object.fromEntries(await request.formData()));
  const answer = await ask(api.api.profile.$put({ json }));
  if (answer.ok) return { saved: true as const, at: Date.now() };
  const said = answer.status >= 400 && answer.status < 500 ? answer.error.message : accountWords.profileNotSaved;
  return {
    saved: false as const,
    refusal: { message: said, ...(answer.error.fields ? { fields: answer.error.fields } : {}) },
  };
}

export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, account } = loaderData;
  return (
    <>
      <AppHeader title="Account" account={account && accountEntry(account)} />
      <main id="main" className={css.page}>
        <PageHead title="Your account" />
        <div className={`wrap ${css.body}`}>
          <TabLinks label="Account" items={tabs} current={tabs.find(({ name }) => name === tab)!.href} />
          <div className={css.panel}>
            {tab === "profile" && <ProfileTab loaderData={loaderData} actionData={actionData} />}
            {tab === "email" && <EmailTab email={loaderData.email} />}
            {tab === "security" && <SecurityTab {...loaderData} />}
          </div>
        </div>
      </main>
    </>
  );
}

function ProfileTab({ loaderData, actionData }: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  const [seen, setSeen] = useState(0);
  const toast: ToastMessage | null =
    actionData?.saved && actionData.at > seen
      ? { id: actionData.at, kind: "done", text: accountWords.profileSaved }
      : null;
  return (
    <>
      <h2 className="t3">Profile</h2>
      <p className={`prose ${css.lead}`}>
        The wizard starts from what stands here, and the analysis uses your cost per hour.
      </p>
      <ProfileForm
        values={loaderData.profile}
        refusal={actionData?.saved === false ? actionData.refusal : undefined}
        busy={busy}
        onValid={(input) => {
          const filled = Object.entries(input).map(([name, value]) => [name, String(value ?? "")]);
          void submit(Object.fromEntries(filled), { method: "post" });
        }}
      />
      <ToastHost toast={toast} onGone={() => setSeen(toast ? Number(toast.id) : seen)} />
    </>
  );
}

function EmailTab({ email }: { email: string }) {
  return (
    <>
      <h2 className="t3">Email</h2>
      <p className={css.fact}>
        <b>{email}</b>
        <Badge kind="positive" icon="check">
          Verified
        </Badge>
      </p>
      <p className={`prose ${css.lead}`}>You sign in with this address, and access codes are bound to it.</p>
    </>
  );
}

function SecurityTab({ isAdmin, codeWasGiven }: { isAdmin: boolean; codeWasGiven: boolean }) {
  return (
    <>
      <h2 className="t3">Security</h2>
      {isAdmin && (
        <p className={css.fact}>
          <b>Second factor in this session</b>
          {codeWasGiven ? (
            <Badge kind="positive" icon="check">
              Verified
            </Badge>
          ) : (
            <Badge kind="caution" icon="clock">
              No code given
            </Badge>
          )}
        </p>
      )}
      <p className={`prose ${css.lead}`}>
        You are signed in on this browser. The session ends after seven days without a visit, and after thirty days in
        any case.
      </p>
      <form method="post" action="/api/auth/sign-out" className={css.out}>
        <Button type="submit">Sign Out</Button>
      </form>
    </>
  );
}

export function ErrorBoundary() {
  return (
    <ScreenMessage code="500" title={accountWords.profileNotLoaded} action={{ href: "/", label: "Back to home" }} />
  );
}
