import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import css from "./form.module.css";
import type { Refusal } from "./form-faults.tsx";
import { PasswordAgainForm } from "./password-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { ScanCode } from "./scan-code.tsx";
import { CodeForm } from "./sign-in/code-form.tsx";

type Step<Input> = { refusal: Refusal | undefined; busy: boolean; onValid: (input: Input) => void };

export function EnrolDialog({
  isMove,
  enrollment,
  recoveryCodes,
  start,
  finish,
  onClose,
}: {
  /** A verified factor exists; it stays active until the new one's first code. */
  isMove: boolean;
  enrollment: { factorId: string; secret: string; totpURI: string; qr: readonly string[] } | undefined;
  recoveryCodes: readonly string[] | undefined;
  start: Step<{ password?: string | undefined }>;
  finish: Step<{ factorId: string; code: string }>;
  onClose: () => void;
}) {
  const title = recoveryCodes
    ? "Keep these ten recovery codes"
    : enrollment
      ? "Scan, then type the code"
      : "Set up your app";
  return (
    <Dialog open title={title} onClose={onClose} locked={start.busy || finish.busy}>
      {recoveryCodes ? (
        <RecoveryCodes codes={recoveryCodes} onKept={onClose} />
      ) : enrollment ? (
        <div className={`grid gap-125 ${css.dialog}`}>
          <ScanCode qr={enrollment.qr} secret={enrollment.secret} uri={enrollment.totpURI} />
          <CodeForm
            refusal={finish.refusal}
            busy={finish.busy}
            onValid={({ code }) => finish.onValid({ factorId: enrollment.factorId, code })}
          />
        </div>
      ) : (
        <PasswordAgainForm {...start} confirm="Continue" busyText="Checking">
          {isMove
            ? "Confirm that it is you. The app you have keeps working until the new one is verified."
            : "Confirm that it is you. Then you scan a code with an authenticator app."}
        </PasswordAgainForm>
      )}
    </Dialog>
  );
}
