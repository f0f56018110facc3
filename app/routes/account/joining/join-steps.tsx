import { type ReactNode, useRef, useState } from "react";
import css from "#app/features/accounts/ui/form.module.css";
import type { Refusal } from "#app/features/accounts/ui/form-faults.tsx";
import { forgetMember, MemberForm } from "#app/features/accounts/ui/member-form.tsx";
import { RecoveryCodes } from "#app/features/accounts/ui/recovery-codes.tsx";
import { ScanCode } from "#app/features/accounts/ui/scan-code.tsx";
import { CodeForm } from "#app/features/accounts/ui/sign-in/code-form.tsx";
import type { MemberAccount } from "#app/features/accounts/users/joining.ts";
import { createPasskey } from "#app/shell/account/passkey-ceremony.ts";
import type { Answer } from "#app/shell/api-client.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useKeptFocus } from "#app/ui/dialogs/use-kept-focus.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { usePasskeySupport } from "#app/ui/forms/passkey-support.ts";

export type JoinInput = Partial<MemberAccount> & { code?: string };

/**
 * Account, authenticator, recovery codes: the steps of a new member of the team. `isNew`: with name and password; without
 * `enrollment` a single button. Opens `next` at the end.
 */
export function JoinSteps(props: Joining) {
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);
  return (
    <>
      <noscript>
        <Notice kind="caution" className="top-175">
          This page needs JavaScript. Turn JavaScript on and reload the page.
        </Notice>
      </noscript>
      <div ref={box} className={css.scripted}>
        <Steps {...props} />
      </div>
    </>
  );
}

type Joining = {
  isNew: boolean;
  email: string | null;
  enrollment: { secret: string; uri: string; qr: readonly string[] } | null;
  /** Options for a passkey in place of the password; null where there are none. */
  passkey: { user: object } | null;
  next: string;
  send: (input: JoinInput) => Promise<Answer<{ recoveryCodes: string[] | null }>>;
};

function Steps({ isNew, email, enrollment, passkey, next, send }: Joining) {
  const [account, setAccount] = useState<MemberAccount | null>(null);
  const [accountRefusal, setAccountRefusal] = useState<Refusal>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const isSupported = usePasskeySupport();
  const addPasskey = async (entered: MemberAccount) => {
    setAccountRefusal(undefined);
    const { email: name, firstName, lastName } = entered;
    const user = { ...passkey?.user, name, displayName: `${firstName} ${lastName}` };
    const made = await createPasskey({ ...passkey, user });
    if (made.ok) setAccount({ ...entered, passkey: made.value as never });
    else setAccountRefusal({ message: made.error.message });
  };
  const leave = () => window.location.assign(next);
  const join = async (code?: string) => {
    setBusy(true);
    const answer = await send({ ...account, ...(code !== undefined && { code }) });
    setBusy(false);
    if (answer.ok) {
      forgetMember();
      return answer.value.recoveryCodes ? setCodes(answer.value.recoveryCodes) : leave();
    }
    const { message, fields } = answer.error;
    const isAboutAccount = isNew && fields !== undefined && !("code" in fields);
    if (isAboutAccount) setAccount(null);
    (isAboutAccount ? setAccountRefusal : setRefusal)({ message, ...(fields && { fields }) });
  };
  if (codes)
    return (
      <Step title="Keep these ten recovery codes">
        <RecoveryCodes codes={codes} onKept={leave} />
      </Step>
    );
  if (isNew && !account)
    return (
      <MemberForm
        email={email}
        refusal={accountRefusal}
        onValid={(entered) => {
          setAccountRefusal(undefined);
          setAccount(entered);
        }}
        onPasskey={passkey && isSupported ? addPasskey : null}
      />
    );
  if (!enrollment)
    return (
      <div className="grid gap-125 top-175">
        <FormFailure text={refusal?.message ?? null} />
        <Button variant="primary" wide busy={busy} busyText="Joining" onClick={() => void join()}>
          Join the team
        </Button>
      </div>
    );
  return (
    <Step title="Scan, then type the code">
      <ScanCode {...enrollment} />
      <CodeForm refusal={refusal} busy={busy} onValid={({ code }) => void join(code)}>
        {account && (
          <Button variant="tertiary" onClick={() => setAccount(null)}>
            Back to your account
          </Button>
        )}
      </CodeForm>
    </Step>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-125 top-175" aria-label={title}>
      <h2 className="t4">{title}</h2>
      {children}
    </section>
  );
}
