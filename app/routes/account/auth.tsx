import { redirect, redirectDocument, type ShouldRevalidateFunctionArgs, useNavigation, useSubmit } from "react-router";
import type { Answer } from "../../api-client.ts";
import { hasWizardAccess } from "../../features/access/grants.server.ts";
import { accountWords, SecondFactorCode, SignIn, SignUp } from "../../features/accounts/accounts.ts";
import { findPendingCode } from "../../features/accounts/second-factor.server.ts";
import { AuthFrame } from "../../features/accounts/ui/auth-frame.tsx";
import { CodeForm } from "../../features/accounts/ui/code-form.tsx";
import css from "../../features/accounts/ui/form.module.css";
import type { Refusal } from "../../features/accounts/ui/form-faults.ts";
import { SignInForm } from "../../features/accounts/ui/sign-in-form.tsx";
import { SignUpForm } from "../../features/accounts/ui/sign-up-form.tsx";
import { nextPath } from "../../lib/next-path.ts";
import { requestContext } from "../../request-context.ts";
import { Notice, type NoticeKind } from "../../ui/notice.tsx";
import { TabLinks } from "../../ui/tabs.tsx";
import type { Route } from "./+types/auth";
import { sendCode, signIn, signUp } from "./auth-calls.ts";

type View = "sign-in" | "sign-up" | "code";

const titles: Record<View, string> = {
  "sign-in": "Welcome back to your drawings",
  "sign-up": "Keep your analysis in one place",
  code: "Enter your verification code",
};

const notices: ReadonlyMap<string | null, { kind: NoticeKind; text: string }> = new Map([
  ["verified", { kind: "positive", text: accountWords.verified }],
  ["link-not-valid", { kind: "critical", text: accountWords.linkNotValid }],
  ["challenge-over", { kind: "caution", text: accountWords.challengeOver }],
]);

/** Whoever is signed in goes on at once, unless the session still owes a code. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const next = nextPath(query.get("next"));
  const pending = await findPendingCode(ctx, request.headers);
  if (ctx.actor.kind === "user" && !pending) {
    throw redirect(
      next ?? ((await hasWizardAccess(ctx, ctx.actor.userId)) ? "/blueprint/wizard/mode" : "/verify-access"),
    );
  }
  const asked: View = query.get("tab") === "signup" ? "sign-up" : "sign-in";
  const view: View = pending === "session" || (pending && query.get("step") === "code") ? "code" : asked;
  return { view, next, signedIn: ctx.actor.kind === "user", notice: notices.get(query.get("notice")) ?? null };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.view === "sign-up" ? "Sign up" : "Sign in"} | GTMarc` },
  { name: "robots", content: "noindex" },
];

/** A refused try stays on the page it was made on; nothing there has changed. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href !== nextUrl.href;

type Told = { view: View; refusal?: Refusal; done?: string };

/** Calls the server and says what it said. A session that was opened is met by a page that is loaded anew. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<Told | Response> {
  const form = Object.fromEntries(await request.formData());
  const next = nextPath(new URL(request.url).searchParams.get("next"));
  switch (form["intent"]) {
    case "sign-up": {
      const answer = await signUp(SignUp.parse(form));
      return answer.ok ? { view: "sign-up", done: answer.value.message } : refused("sign-up", answer);
    }
    case "code": {
      const answer = await sendCode(SecondFactorCode.parse(form));
      if (answer.ok) return redirectDocument(authPath({ next }));
      if (answer.error.code === "challenge_over") return redirect(authPath({ notice: "challenge-over", next }));
      return answer.status >= 400 && answer.status < 500
        ? refused("code", answer)
        : { view: "code", refusal: { message: accountWords.codeNotChecked } };
    }
    default: {
      const answer = await signIn(SignIn.parse(form));
      if (!answer.ok) return refused("sign-in", answer);
      if (answer.value.twoFactorRedirect) return redirect(authPath({ step: "code", next }));
      return redirectDocument(authPath({ next }));
    }
  }
}

const refused = (view: View, answer: Extract<Answer<unknown>, { ok: false }>): Told => ({
  view,
  refusal: answer.error,
});

/** Sign-in, sign-up and the code screen in one address. The tabs are links, so they work before any script. */
export default function AuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, next, notice, signedIn } = loaderData;
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  const told = actionData?.view === view ? actionData : undefined;
  const send = (intent: View) => (input: Record<string, string>) => submit({ ...input, intent }, { method: "post" });
  const tabs = [
    { href: authPath({ next }), label: "Sign In" },
    { href: authPath({ tab: "signup", next }), label: "Sign Up" },
  ];
  return (
    <AuthFrame
      title={titles[view]}
      tabs={
        view !== "code" && <TabLinks label="Account" items={tabs} current={tabs[view === "sign-up" ? 1 : 0]!.href} />
      }
    >
      {notice && !told && !busy && (
        <Notice kind={notice.kind} className={css.above} live>
          {notice.text}
        </Notice>
      )}
      {told?.done && (
        <>
          <Notice kind="positive" className={css.above} live>
            {told.done}
          </Notice>
          <p className={`${css.small} ${css.above}`}>
            The link works for 24 hours. Nothing there after a few minutes? Look among the spam, or{" "}
            <a href={authPath({ next })}>sign in</a> with your new password and we send another.
          </p>
        </>
      )}
      {view === "sign-in" && <SignInForm refusal={told?.refusal} busy={busy} onValid={send("sign-in")} />}
      {view === "sign-up" && !told?.done && (
        <SignUpForm refusal={told?.refusal} busy={busy} onValid={send("sign-up")} />
      )}
      {view === "code" && (
        <>
          <p className={`prose ${css.lead}`}>
            Open your authenticator app and type the six digits it shows for GTMarc.
          </p>
          <CodeForm refusal={told?.refusal} busy={busy} onValid={send("code")}>
            {!signedIn && (
              <p className={css.small}>
                <a href={authPath({ next })}>Use another account</a>
              </p>
            )}
          </CodeForm>
          {signedIn && (
            <form method="post" action="/api/auth/sign-out" className={css.above}>
              <button type="submit" className={css.plain}>
                Sign Out
              </button>
            </form>
          )}
        </>
      )}
    </AuthFrame>
  );
}

function authPath(query: { tab?: string; step?: string; notice?: string; next: string | null }): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? "/auth" : `/auth?${new URLSearchParams(given)}`;
}
