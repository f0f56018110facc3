import { redirect, useNavigation, useSubmit } from "react-router";
import { accountMessages, EmailOnly, MailedCode } from "#app/features/accounts/accounts.ts";
import { findResetCode, isResetLinkValid } from "#app/features/accounts/passwords/password-reset.server.ts";
import css from "#app/features/accounts/ui/form.module.css";
import type { Refusal } from "#app/features/accounts/ui/form-faults.tsx";
import { AuthFrame } from "#app/features/accounts/ui/sign-in/auth-frame.tsx";
import { CodeForm } from "#app/features/accounts/ui/sign-in/code-form.tsx";
import { EmailForm } from "#app/features/accounts/ui/sign-in/email-form.tsx";
import { NewPasswordForm } from "#app/features/accounts/ui/sign-in/new-password-form.tsx";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { secretPage } from "#app/lib/firm.ts";
import { runIntent } from "#app/lib/forms/form-intent.ts";
import type { passwordEndpoints } from "#app/routes/api/auth/passwords.server.ts";
import { type Answer, client } from "#app/shell/api-client.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import type { Route } from "./+types/reset-password";

/** With a mailed token the page sets a password; GET does not consume the token. Without one it asks for the email address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const token = ctx.refusedForm?.values["token"] ?? query.get("token");
  const isValid = token !== null && (await isResetLinkValid(ctx, token));
  const isAsked = token === null && query.get("step") === "code";
  const code = isAsked ? await findResetCode(ctx, request.headers) : null;
  return {
    token: isValid ? token : null,
    isOver: token !== null && !isValid,
    asked: code === "open",
    codeNotice: code === null || code === "open" ? null : codeNotices[code],
    refused: ctx.refusedForm ?? null,
    wasShut: isValid && query.get("notice") === "shut",
  };
}

const codeNotices = { over: accountMessages.mailedCodeOver, not_asked: accountMessages.resetCodeNotHere };

export const meta = () => secretPage("Set a new password");

export const shouldRevalidate = () => false;

const call = client<typeof passwordEndpoints>();

type FormOutcome = { step: "ask" | "code" | "set"; email?: string; token?: string; refusal?: Refusal };

/** Email, code, password: each step passes its values to the next, and none appear in a URL. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<FormOutcome | Response> {
  return runIntent<FormOutcome | Response>(await request.formData(), {
    ask: async (form) => {
      const email = form.text("email");
      const answer = await call("POST /auth/request-password-reset", EmailOnly.parse(form.all()));
      return answer.ok ? { step: "code", email } : { step: "ask", ...refused(answer) };
    },
    code: async (form) => {
      const answer = await call("POST /auth/verify-reset-code", MailedCode.parse(form.all()));
      return answer.ok
        ? { step: "set", token: answer.value.token }
        : { step: "code", email: form.text("email"), ...refused(answer) };
    },
    set: async (form) => {
      const token = form.text("token");
      const answer = await call("POST /auth/reset-password", { token, newPassword: form.text("newPassword") });
      return answer.ok ? redirect("/auth?notice=password-reset") : { step: "set", token, ...refused(answer) };
    },
  });
}

const refused = (answer: Extract<Answer<unknown>, { ok: false }>) => ({ refusal: answer.error });

const titles = {
  ask: "Set a new password",
  code: "Enter the six digits we sent",
  set: "Choose a new password",
} as const;

export default function ResetPasswordPage({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { isOver, codeNotice, wasShut, asked, refused } = loaderData;
  const token = outcome?.token ?? loaderData.token;
  const step = outcome?.step ?? (token ? "set" : asked ? "code" : "ask");
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  const send = (intent: FormOutcome["step"]) => (input: Record<string, string>) =>
    void submit(
      { ...input, email: input["email"] ?? outcome?.email ?? "", token: token ?? "", intent },
      { method: "post" },
    );
  const isRefused = refused && refused.status !== 200 && !outcome;
  const plainRefusal = isRefused ? { message: refused.message ?? "", fields: { ...refused.fields } } : undefined;
  const form = { refusal: outcome?.refusal ?? plainRefusal, busy };
  return (
    <AuthFrame about="safety" title={titles[step]}>
      {step === "ask" && (
        <>
          {isOver && !outcome && (
            <Notice kind="critical" className="top-175">
              {accountMessages.resetLinkNotValid}
            </Notice>
          )}
          {codeNotice && !outcome && !isRefused && (
            <Notice kind="caution" className="top-175">
              {codeNotice}
            </Notice>
          )}
          <p className={`prose ${css.lead}`}>
            Enter the address you sign in with. We will send it a six-digit code and a link.
          </p>
          <EmailForm {...form} intent="ask" email={refused?.values["email"]} onValid={send("ask")} />
        </>
      )}
      {step === "code" && (
        <>
          <p className={`prose ${css.lead}`}>
            If{" "}
            {outcome?.email ? (
              <b className={`breaks ${css.address}`}>{readableAddress(outcome.email)}</b>
            ) : (
              "that address"
            )}{" "}
            has an account, an email is on its way. The code works for ten minutes, the button in the email for an hour.
          </p>
          <CodeForm {...form} intent="code" schema={MailedCode} onValid={send("code")}>
            <p className={`soft ui-size ${css.small}`}>
              Nothing yet? Check your spam folder, or <a href="/reset-password">ask again</a>.
            </p>
          </CodeForm>
        </>
      )}
      {step === "set" && (
        <>
          {wasShut && !outcome && (
            <Notice kind="positive" className="top-175">
              {accountMessages.accountShut}
            </Notice>
          )}
          <p className={`prose ${css.lead}`}>Every device is signed out when you save it.</p>
          <NewPasswordForm {...form} token={token ?? ""} onValid={send("set")} />
          {form.refusal?.message === accountMessages.resetLinkNotValid && !busy && (
            <p className={`soft ui-size ${css.small} top-175`}>
              <a href="/reset-password">Ask for a new link</a>
            </p>
          )}
        </>
      )}
      {step !== "set" && (
        <p className={`soft ui-size ${css.small} top-175`}>
          <a href="/auth">Back to sign-in</a>
        </p>
      )}
    </AuthFrame>
  );
}
