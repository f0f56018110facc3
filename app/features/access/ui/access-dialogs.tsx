import type { ComponentProps, ReactNode } from "react";
import { ButtonLink, buttonClass } from "#app/ui/buttons/button.tsx";
import { DialogShell } from "#app/ui/dialogs/dialog.tsx";
import type { AccessCodeEntry, AccessRequest } from "../access.ts";
import { CodeForm } from "./code-form.tsx";
import { accessDialogIds } from "./dialog-ids.ts";
import css from "./form.module.css";
import type { FormAnswer } from "./form-answer.ts";
import { RequestForm } from "./request-form.tsx";

/** Both dialogs as native elements, which open before hydration. `email` is null for visitors without a session. */
export function AccessDialogs({
  email,
  codeWithin,
  opens,
  sendRequest,
  sendCode,
  showError,
  campaign,
  onGranted,
  whileLoading,
}: {
  email: string | null;
  codeWithin: string;
  opens: (dialogId: string) => ComponentProps<"button">;
  sendRequest: (request: AccessRequest) => Promise<FormAnswer>;
  sendCode: (entry: AccessCodeEntry) => Promise<FormAnswer>;
  showError: (toast: { title?: string; text: string } | null) => void;
  campaign: () => Record<string, string>;
  onGranted: () => void;
  whileLoading: ReactNode;
}) {
  const switchTo = (dialogId: string, words: string) => (
    <button className={buttonClass({ variant: "tertiary", size: 40 })} {...opens(dialogId)}>
      {words}
    </button>
  );
  return (
    <>
      <DialogShell id={accessDialogIds.request} title="Request early access">
        <RequestForm email={email} codeWithin={codeWithin} send={sendRequest} showError={showError} campaign={campaign}>
          {whileLoading}
          {switchTo(accessDialogIds.code, "Enter a code you have")}
        </RequestForm>
      </DialogShell>
      {email === null ? (
        <DialogShell id={accessDialogIds.code} title="Sign In Required">
          <div className="grid gap-110">
            <p>A code belongs to the account with the email address it was sent to. Sign in with that address first.</p>
            <div className={`grid gap-90 justify-items-start ${css.actions}`}>
              <ButtonLink variant="primary" wide href="/auth?next=%2Fverify-access">
                Go to Sign In
              </ButtonLink>
              {switchTo(accessDialogIds.request, "No code yet? Request one")}
            </div>
          </div>
        </DialogShell>
      ) : (
        <DialogShell id={accessDialogIds.code} title="Enter your access code">
          <CodeForm
            length={14}
            submitLabel="Validate Code"
            intro={
              <p className="soft ui-size">
                Enter the code that was issued to <strong>{email}</strong>: twelve letters and digits in three groups.
              </p>
            }
            send={sendCode}
            onGranted={onGranted}
          >
            {whileLoading}
            {switchTo(accessDialogIds.request, "No code yet? Request one")}
          </CodeForm>
        </DialogShell>
      )}
    </>
  );
}
