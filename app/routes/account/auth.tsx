import { redirect, redirectDocument, type ShouldRevalidateFunctionArgs, useNavigation, useSubmit } from "react-router";
import { hasWizardAccess } from "#app/features/access/grants/grants.server.ts";
import {
  accountMessages,
  EmailOnly,
  MailedCode,
  Recovery,
  SecondFactorCode,
  SignIn,
  SignUp,
} from "#app/features/accounts/accounts.ts";
import { findUnverifiedAccount } from "#app/features/accounts/email/email-links.server.ts";
import { passkeysArePossible } from "#app/features/accounts/passkeys/passkey-sign-in.server.ts";
import { listProviders } from "#app/features/accounts/providers/provider-sign-in.server.ts";
import { findPendingCode } from "#app/features/accounts/second-factor/codes.server.ts";
import type { AwaitedCode } from "#app/features/accounts/sign-in/proofs.server.ts";
import css from "#app/features/accounts/ui/form.module.css";
import type { Refusal } from "#app/features/accounts/ui/form-faults.tsx";
import { RecoveryForm } from "#app/features/accounts/ui/recovery-form.tsx";
import { AuthFrame } from "#app/features/accounts/ui/sign-in/auth-frame.tsx";
import { CodeForm } from "#app/features/accounts/ui/sign-in/code-form.tsx";
import { EmailForm } from "#app/features/accounts/ui/sign-in/email-form.tsx";
import { Resend } from "#app/features/accounts/ui/sign-in/resend.tsx";
import { SignInForm } from "#app/features/accounts/ui/sign-in/sign-in-form.tsx";
import { SignUpForm } from "#app/features/accounts/ui/sign-in/sign-up-form.tsx";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import { previewMessages } from "#app/features/security/tokens/preview.ts";
import { PreviewBox } from "#app/features/security/ui/preview-box.tsx";
import { actsInTeam, type SignedIn } from "#app/lib/actor.ts";
import { nextPath } from "#app/lib/addresses/next-path.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { firmName, unlisted } from "#app/lib/firm.ts";
import { runIntent } from "#app/lib/forms/form-intent.ts";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { authEndpoints } from "#app/routes/api/auth/auth.server.ts";
import { authPath, unverifiedNotices } from "#app/shell/account/auth-path.ts";
import { type Answer, client } from "#app/shell/api-client.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { TabLinks } from "#app/ui/sections/tabs.tsx";
import type { Route } from "./+types/auth";
import { showToken } from "./account/preview-token.ts";
import { authNotices } from "./auth/notices.ts";
import { OtherWays } from "./auth/other-ways.tsx";

type View = "sign-in" | "sign-up" | "verify" | "new-code" | "link" | "code" | "recovery" | "token";

const titles: Record<View, string> = {
  "sign-in": "Welcome back",
  "sign-up": "Keep your analysis in one place",
  verify: "Enter the six digits we sent",
  "new-code": "Open the link in the email",
  link: "Get a sign-in link",
  code: "Enter your verification code",
  recovery: "Enter a recovery code",
  token: "You are signed in",
};

/** Signed-in users are redirected, unless the session still needs a code. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const next = nextPath(query.get("next"));
  const pending = await findPendingCode(ctx, request.headers);
  const preview = ctx.preview !== "none" && !(ctx.actor.kind === "user" && ctx.actor.isAdmin);
  // A closed preview would redirect back here. Needs a document load, because the router does not start a content page's
  // scripts.
  if (ctx.actor.kind === "user" && !pending && ctx.preview !== "closed") {
    throw redirectDocument(next ?? (await landingOf(ctx, ctx.actor)));
  }
  const step = query.get("step");
  const awaited = step === "verify" && !pending ? await findUnverifiedAccount(ctx, request.headers) : null;
  const isCodeOver = Boolean(awaited?.hasCode && awaited.isCodeOver);
  const notice = authNotices.get(query.get("notice")) ?? null;
  return {
    view: ctx.actor.kind === "user" && !pending ? "token" : viewOf(step, query.get("tab"), pending, awaited),
    next,
    awaited: awaited?.email ?? null,
    isCodeOver,
    signedInAs: ctx.actor.kind === "user" ? ctx.actor.email : null,
    // The notice of the mail with the code that is over.
    notice: isCodeOver && notice?.kind === "positive" ? null : notice,
    preview,
    // A closed preview serves only this page, so its links use the public site, like links in mails.
    site: ctx.preview === "closed" ? siteFacts(ctx.now).siteUrl : "",
    passkeys: ctx.preview === "none" && passkeysArePossible(),
    providers: ctx.preview === "none" ? listProviders() : [],
    refusedToken: query.get("notice") === "preview-token",
    refused: ctx.refusedForm ?? null,
  };
}

/** The destination after sign-in without `next`. */
async function landingOf(ctx: Ctx, actor: SignedIn): Promise<string> {
  if (actsInTeam(actor)) return "/admin";
  return (await hasWizardAccess(ctx, actor.userId)) ? "/blueprint/wizard/mode" : "/verify-access";
}

function viewOf(
  step: string | null,
  tab: string | null,
  pending: "sign-in" | "session" | null,
  awaited: AwaitedCode | null,
): View {
  if (pending === "session") return "code";
  if (pending && (step === "code" || step === "recovery")) return step;
  if (awaited) return awaited.hasCode && !awaited.isCodeOver ? "verify" : "new-code";
  if (step === "link") return "link";
  return tab === "signup" ? "sign-up" : "sign-in";
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData?.view === "sign-up" ? "Sign up" : "Sign in"}`);

/** A refused attempt changes no loader data. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href !== nextUrl.href;

const call = client<typeof authEndpoints>();

type FormOutcome = { view: View; refusal?: Refusal; done?: string; at?: number };

/** Sends the form and returns the response. After a sign-in the next page loads as a new document. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<FormOutcome | Response> {
  const next = nextPath(new URL(request.url).searchParams.get("next"));
  return runIntent<FormOutcome | Response>(await request.formData(), {
    "sign-up": async (form) => {
      const answer = await call("POST /auth/sign-up/email", SignUp.parse(form.all()));
      return answer.ok ? redirect(authPath({ step: "verify", notice: "signed-up", next })) : refused("sign-up", answer);
    },
    verify: async (form) => {
      const answer = await call("POST /auth/verify-email", MailedCode.parse(form.all()));
      if (!answer.ok) return refused("verify", answer);
      return "user" in answer.value
        ? redirectDocument(authPath({ next }))
        : redirect(authPath({ notice: "verified", next }));
    },
    resend: async () => {
      const answer = await call("POST /auth/send-verification-email", {});
      return answer.ok ? { view: "verify", done: answer.value.message, at: Date.now() } : refused("verify", answer);
    },
    "first-code": async () => {
      const answer = await call("POST /auth/send-verification-email", {});
      return answer.ok
        ? redirectDocument(authPath({ step: "verify", notice: "mailed-again", next }))
        : refused("new-code", answer);
    },
    link: async (form) => {
      const { email } = EmailOnly.parse(form.all());
      const answer = await call("POST /auth/sign-in/link", { email, next });
      return answer.ok ? { view: "link", done: answer.value.message, at: Date.now() } : refused("link", answer);
    },
    code: (form) => answerChallenge("code", form.all(), next),
    recovery: (form) => answerChallenge("recovery", form.all(), next),
    "sign-in": async (form) => {
      const answer = await call("POST /auth/sign-in/email", SignIn.parse(form.all()));
      const notice = answer.ok ? undefined : unverifiedNotices.get(answer.error.code);
      if (notice) return redirect(authPath({ step: "verify", notice, next }));
      if (!answer.ok) return refused("sign-in", answer);
      if ("twoFactorRedirect" in answer.value) return redirect(authPath({ step: "code", next }));
      return redirectDocument(authPath({ next }));
    },
  });
}

async function answerChallenge(
  view: "code" | "recovery",
  form: object,
  next: string | null,
): Promise<FormOutcome | Response> {
  const answer =
    view === "code"
      ? await call("POST /auth/two-factor/verify-totp", SecondFactorCode.parse(form))
      : await call("POST /auth/two-factor/verify-recovery-code", Recovery.parse(form));
  if (answer.ok) return redirectDocument(authPath({ next }));
  if (answer.error.code === "challenge_over") return redirect(authPath({ notice: "challenge-over", next }));
  return answer.status >= 400 && answer.status < 500
    ? refused(view, answer)
    : { view, refusal: { message: accountMessages.codeNotChecked } };
}

const refused = (view: View, answer: Extract<Answer<unknown>, { ok: false }>): FormOutcome => ({
  view,
  refusal: answer.error,
});

/** The refusal of a form that was posted without scripts. */
const plainOutcome = (view: View, form: RefusedForm | null): FormOutcome | undefined =>
  form ? { view, refusal: { message: form.message ?? "", fields: { ...form.fields } } } : undefined;

/** Sign-in, sign-up and code screens at one URL. The tabs are links, so they work without scripts. */
export default function AuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    view,
    next,
    notice,
    signedInAs,
    awaited,
    isCodeOver,
    preview,
    site,
    passkeys,
    providers,
    refusedToken,
    refused,
  } = loaderData;
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  const outcome = actionData?.view === view ? actionData : plainOutcome(view, refused);
  const send =
    (intent: View | "resend" | "first-code") =>
    (input: Record<string, string> = {}) =>
      void submit({ ...input, intent }, { method: "post" });
  const tabs = [
    { href: authPath({ next }), label: "Sign In" },
    { href: authPath({ tab: "signup", next }), label: "Sign Up" },
  ];
  const form = { refusal: outcome?.refusal, busy };
  const email = refused?.values["email"];
  const tabbed = view === "sign-in" || view === "sign-up";
  return (
    <AuthFrame
      title={view === "new-code" && isCodeOver ? "Get a new code" : titles[view]}
      about={view === "code" || view === "recovery" ? "safety" : "work"}
      tabs={tabbed && <TabLinks label="Account" items={tabs} current={tabs[view === "sign-up" ? 1 : 0]!.href} />}
    >
      {notice && !busy && (!outcome || (outcome.refusal && notice.kind === "caution")) && (
        <Notice kind={notice.kind} className="top-175" live>
          {notice.text}
        </Notice>
      )}
      {outcome?.done && !busy && (
        <Notice kind="positive" className="top-175" live>
          {outcome.done}
        </Notice>
      )}
      {view === "sign-in" && (
        <SignInForm {...form} email={email} site={site} passkeys={passkeys} onValid={send("sign-in")} />
      )}
      {view === "sign-up" && <SignUpForm {...form} email={email} site={site} onValid={send("sign-up")} />}
      {tabbed && <OtherWays passkeys={passkeys} providers={providers} next={next} onlyProviders={view === "sign-up"} />}
      {view === "link" && (
        <>
          <p className={`prose ${css.lead}`}>We email you a link that signs you in without a password.</p>
          <EmailForm
            {...form}
            intent="link"
            email={email}
            title="Sign-in link"
            action="Email me a link"
            onValid={send("link")}
          />
          <p className={`soft ui-size ${css.small}`}>
            <a href={authPath({ next })}>Sign in with a password</a>
          </p>
        </>
      )}
      {view === "verify" && (
        <>
          <p className={`prose ${css.lead}`}>
            To <b className={`breaks ${css.address}`}>{awaited && readableAddress(awaited)}</b>. The code works for ten
            minutes, the button in the email for a day.
          </p>
          <CodeForm {...form} intent="verify" schema={MailedCode} onValid={send("verify")}>
            <p className={`soft ui-size ${css.small}`}>
              Nothing yet? Check your spam folder, or{" "}
              <Resend round={outcome?.at ?? 0} busy={busy} onResend={send("resend")} />{" "}
              <a href={authPath({ tab: "signup", next })}>Use another address</a>
            </p>
          </CodeForm>
        </>
      )}
      {view === "new-code" && (
        <>
          <p className={`prose ${css.lead}`}>
            The email went to <b className={`breaks ${css.address}`}>{awaited && readableAddress(awaited)}</b>.{" "}
            {isCodeOver ? accountMessages.mailedCodeEnded : accountMessages.codeMailedElsewhere}
          </p>
          <form
            method="post"
            className="grid gap-125 top-175"
            aria-label="Verification"
            onSubmit={(event) => {
              event.preventDefault();
              if (!busy) send("first-code")();
            }}
          >
            <FormFailure text={busy ? null : outcome?.refusal?.message} />
            <input type="hidden" name="resend" value="1" />
            <Button type="submit" variant="primary" wide busy={busy} busyText="Sending">
              Send a new email
            </Button>
            <p className={`soft ui-size ${css.small}`}>
              <a href={authPath({ tab: "signup", next })}>Use another address</a>
            </p>
          </form>
        </>
      )}
      {view === "code" && (
        <>
          <p className={`prose ${css.lead}`}>
            Open your authenticator app and type the six digits it shows for {firmName()}.
          </p>
          <CodeForm {...form} intent="code" onValid={send("code")}>
            {!signedInAs && (
              <p className={`soft ui-size ${css.small}`}>
                No access to the app? <a href={authPath({ step: "recovery", next })}>Use a recovery code</a>
                {" · "}
                <a href={authPath({ next })}>Use another account</a>
              </p>
            )}
          </CodeForm>
          {signedInAs && <SignOut />}
        </>
      )}
      {view === "recovery" && (
        <>
          <p className={`prose ${css.lead}`}>
            One of the ten codes you saved when you set up the app. Each signs you in once.
          </p>
          <RecoveryForm {...form} onValid={send("recovery")}>
            <p className={`soft ui-size ${css.small}`}>
              <a href={authPath({ step: "code", next })}>Use the authenticator app</a>
            </p>
          </RecoveryForm>
        </>
      )}
      {view === "token" && (
        <p className={`prose ${css.lead}`}>
          As <b className={`breaks ${css.address}`}>{signedInAs}</b>. That alone does not open a preview.
        </p>
      )}
      {preview && (
        <PreviewBox
          refusal={refusedToken ? previewMessages.invalid : null}
          show={showToken}
          onOpen={() => window.location.assign(next ?? "/")}
        />
      )}
      {view === "token" && <SignOut />}
    </AuthFrame>
  );
}

const SignOut = () => (
  <form method="post" action="/api/auth/sign-out" className="top-175">
    <button type="submit" className={css.plain}>
      Sign Out
    </button>
  </form>
);
