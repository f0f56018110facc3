import { useState } from "react";
import { DisableFactorDialog } from "#app/features/accounts/ui/disable-factor-dialog.tsx";
import { EnrolDialog } from "#app/features/accounts/ui/enrol-dialog.tsx";
import { PasswordDialog } from "#app/features/accounts/ui/password-dialog.tsx";
import { RecoveryCodes } from "#app/features/accounts/ui/recovery-codes.tsx";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import css from "../account.module.css";
import type { AccountData } from "./account-data.server.ts";
import { AccountSection } from "./account-section.tsx";
import { useAccountAction } from "./use-account-action.ts";

type Factor = NonNullable<AccountData["factor"]>;
type Open = "enrol" | "off" | "codes" | null;

const fewCodes = 3;

/** An admin's second factor. Without one the next sign-in is refused; with one, a session must verify a code first. */
export function FactorSection({ factor }: { factor: Factor }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <AccountSection
      title="Two-factor authentication"
      scripted="Setting up an authenticator app and creating recovery codes need"
      text="Admin accounts need an authenticator app. Without one, the next sign-in is refused."
    >
      <p className={`cluster middle breaks ${css.fact}`}>
        <b>Authenticator app</b>
        {factor.isOn ? (
          <Badge kind="positive" icon="check">
            On
          </Badge>
        ) : (
          <Badge kind="caution" icon="warning">
            Off
          </Badge>
        )}
      </p>
      {!factor.isOn && (
        <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
          <Button variant="primary" onClick={() => setOpen("enrol")}>
            Enable 2FA
          </Button>
        </div>
      )}
      {factor.isOn && !factor.isProven && <CodeFirst />}
      {factor.isOn && factor.isProven && <Managed factor={factor} onOpen={setOpen} />}
      {open === "enrol" && <Enrol isOn={factor.isOn} onClose={close} />}
      {open === "off" && <Disable isOn={factor.isOn} onClose={close} />}
      {open === "codes" && <NewCodes onClose={close} />}
    </AccountSection>
  );
}

const CodeFirst = () => (
  <Notice kind="caution" className={css.below}>
    Enter a code from your app to open the admin area and these settings in this session.
    <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
      <ButtonLink href="/auth?next=%2Faccount%3Ftab%3Dsecurity" size={40}>
        Enter a code
      </ButtonLink>
    </div>
  </Notice>
);

function Managed({ factor: { codesLeft }, onOpen }: { factor: Factor; onOpen: (what: Open) => void }) {
  return (
    <>
      <p className={`top-75 soft ui-size ${css.small}`}>
        <b className="num">{codesLeft}</b> of 10 recovery codes left.
        {codesLeft <= fewCodes && " Create a new set before they run out."}
      </p>
      <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
        <Button size={40} onClick={() => onOpen("codes")}>
          Create new recovery codes
        </Button>
        <Button size={40} onClick={() => onOpen("enrol")}>
          Move to another app
        </Button>
        <Button size={40} onClick={() => onOpen("off")}>
          Disable 2FA
        </Button>
      </div>
    </>
  );
}

function Enrol({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const start = useAccountAction("factor-start");
  const finish = useAccountAction("factor-finish");
  return (
    <EnrolDialog
      isMove={isOn && !finish.result?.ok}
      enrollment={start.result?.ok ? start.result.enrollment : undefined}
      recoveryCodes={finish.result?.ok ? finish.result.recoveryCodes : undefined}
      start={{ refusal: start.refusal, busy: start.busy, onValid: start.act }}
      finish={{ refusal: finish.refusal, busy: finish.busy, onValid: finish.act }}
      onClose={onClose}
    />
  );
}

function Disable({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const { refusal, busy, act } = useAccountAction("factor-off");
  return <DisableFactorDialog open={isOn} refusal={refusal} busy={busy} onValid={act} onClose={onClose} />;
}

function NewCodes({ onClose }: { onClose: () => void }) {
  const { result, refusal, busy, act } = useAccountAction("recovery-codes");
  const codes = result?.ok ? result.recoveryCodes : undefined;
  if (codes)
    return (
      <Dialog open title="Keep these ten recovery codes" onClose={onClose}>
        <RecoveryCodes codes={codes} onKept={onClose} />
      </Dialog>
    );
  return (
    <PasswordDialog
      open
      title="Create new recovery codes?"
      confirm="Create new codes"
      busyText="Creating codes"
      busy={busy}
      refusal={refusal}
      onClose={onClose}
      onValid={act}
    >
      Your current codes stop working immediately.
    </PasswordDialog>
  );
}
