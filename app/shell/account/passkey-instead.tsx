import { useEffect, useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { usePasskeySupport } from "#app/ui/forms/passkey-support.ts";
import { finishPasskeyProof, type PasskeyOptions, startPasskeyProof } from "./passkey-ceremony.ts";

/** Verification by passkey instead of a code; shown only if the account has one. Needs scripts, unlike the code form. */
export function PasskeyInstead({
  busy,
  onBusy,
  onProven,
  onRefused,
}: {
  busy: boolean;
  onBusy: (busy: boolean) => void;
  onProven: () => void;
  onRefused: (refusal: { message: string }) => void;
}) {
  const isSupported = usePasskeySupport();
  const [isWaiting, setWaiting] = useState(false);
  const [options, setOptions] = useState<PasskeyOptions | null>(null);
  useEffect(() => {
    if (!isSupported) return;
    let isOpen = true;
    void startPasskeyProof().then((started) => {
      if (isOpen && started.ok) setOptions(started.value);
    });
    return () => {
      isOpen = false;
    };
  }, [isSupported]);
  if (!options || !isSupported) return null;
  const prove = async () => {
    setWaiting(true);
    onBusy(true);
    const proven = await finishPasskeyProof(options);
    // A challenge is single use.
    const next = proven.ok ? null : await startPasskeyProof();
    setWaiting(false);
    onBusy(false);
    if (next?.ok) setOptions(next.value);
    if (proven.ok) onProven();
    else onRefused({ message: proven.error.message });
  };
  return (
    <Button
      wide
      icon="lock"
      disabled={busy && !isWaiting}
      busy={isWaiting}
      busyText="Waiting for your passkey"
      onClick={() => void prove()}
    >
      Use a passkey
    </Button>
  );
}
