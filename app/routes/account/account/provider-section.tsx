import { useState } from "react";
import { providerNames } from "#app/features/accounts/providers/sign-in-providers.ts";
import { PasswordDialog } from "#app/features/accounts/ui/password-dialog.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import css from "../account.module.css";
import type { AccountData } from "./account-data.server.ts";
import { AccountSection } from "./account-section.tsx";
import { useAccountAction } from "./use-account-action.ts";

type Connected = AccountData["providers"][number];

/** The connected sign-in providers. A new one is connected automatically when the user signs in with it. */
export function ProviderSection({ providers, hasPassword }: Pick<AccountData, "providers" | "hasPassword">) {
  const [chosen, setChosen] = useState<Connected | null>(null);
  const leaving = providers.find(({ provider }) => provider === chosen?.provider);
  // Stays after the last one was disconnected, for its focus.
  const [isShown] = useState(providers.length > 0);
  if (!isShown) return null;
  return (
    <AccountSection
      title="Sign-in providers"
      scripted="Disconnecting a provider needs"
      text="Accounts with other providers that can sign you in here. Changing your email address disconnects them."
    >
      {providers.length === 0 ? (
        <p className="note">No provider is connected.</p>
      ) : (
        <ul className={`ruled ${css.list}`} aria-label="Connected providers">
          {providers.map((connected) => (
            <li key={connected.provider} className={`grid middle ${css.row}`}>
              <div>
                <p className={`cluster middle strong breaks ${css.device}`}>{providerNames[connected.provider]}</p>
                <p className="note">
                  Connected <Day at={connected.createdAt} />
                </p>
              </div>
              <Button
                size={40}
                aria-label={`Disconnect ${providerNames[connected.provider]}`}
                onClick={() => setChosen(connected)}
              >
                Disconnect
              </Button>
            </li>
          ))}
        </ul>
      )}
      {leaving && <Disconnect connected={leaving} needsPassword={hasPassword} onClose={() => setChosen(null)} />}
    </AccountSection>
  );
}

function Disconnect(props: { connected: Connected; needsPassword: boolean; onClose: () => void }) {
  const { connected, needsPassword, onClose } = props;
  const { refusal, busy, act } = useAccountAction("provider-off");
  const name = providerNames[connected.provider];
  return (
    <PasswordDialog
      open
      needsPassword={needsPassword}
      title={`Disconnect ${name}?`}
      confirm={`Disconnect ${name}`}
      busyText="Disconnecting"
      busy={busy}
      refusal={refusal}
      onClose={onClose}
      onValid={(input) => act({ ...input, provider: connected.provider })}
    >
      {needsPassword
        ? "From then on, you sign in with your password, a passkey or an emailed link."
        : "This account has no password: from then on, you sign in with a passkey or an emailed link."}
    </PasswordDialog>
  );
}
