import { useEffect, useState } from "react";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import type { Refusal } from "#app/features/accounts/ui/form-faults.tsx";
import { CodeForm } from "#app/features/accounts/ui/sign-in/code-form.tsx";
import type { signInEndpoints } from "#app/routes/api/auth/sign-in.server.ts";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { client } from "../api-client.ts";
import { registerFreshCodePrompt } from "../fresh-code.ts";
import { PasskeyInstead } from "./passkey-instead.tsx";

const call = client<typeof signInEndpoints>();

/** The dialog of `withFreshCode`. Render it once on pages with requests that need a fresh code. */
export function FreshCodePrompt() {
  const [answer, setAnswer] = useState<((isVerified: boolean) => void) | null>(null);
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  useEffect(() => registerFreshCodePrompt(() => new Promise((resolve) => setAnswer(() => resolve))), []);

  function finish(isVerified: boolean) {
    answer?.(isVerified);
    setAnswer(null);
    setRefusal(undefined);
  }
  async function verify(input: { code: string }) {
    setBusy(true);
    const verified = await call("POST /auth/two-factor/verify-totp", input);
    setBusy(false);
    if (verified.ok) finish(true);
    else setRefusal({ message: verified.error.message });
  }
  return (
    <Dialog open={answer !== null} title="Enter a code" locked={busy} onClose={() => finish(false)}>
      <p className="prose">{accountMessages.freshCode}</p>
      <CodeForm refusal={refusal} busy={busy} onValid={verify}>
        <PasskeyInstead busy={busy} onBusy={setBusy} onProven={() => finish(true)} onRefused={setRefusal} />
      </CodeForm>
    </Dialog>
  );
}
