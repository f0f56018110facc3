import { useState } from "react";
import { useOpened } from "#app/features/accounts/ui/form-faults.tsx";
import { NewPasskeyDialog, RenamePasskeyDialog } from "#app/features/accounts/ui/passkey-dialog.tsx";
import { PasswordDialog } from "#app/features/accounts/ui/password-dialog.tsx";
import { browserName, systemName } from "#app/lib/browsers/agents/browser-name.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { usePasskeySupport } from "#app/ui/forms/passkey-support.ts";
import { Day } from "#app/ui/text/firm-dates.tsx";
import css from "../account.module.css";
import type { AccountData } from "./account-data.server.ts";
import { AccountSection } from "./account-section.tsx";
import { useAccountAction } from "./use-account-action.ts";

type Passkey = AccountData["passkeys"][number];
type Open = { kind: "add" } | { kind: "rename" | "remove"; passkey: Passkey } | null;

/** The user's passkeys. Adding one is offered if the browser and the site's host allow it. */
export function PasskeySection({ passkeys, passkeysArePossible, hasPassword, isInTeam }: AccountData) {
  const isSupported = usePasskeySupport();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <AccountSection
      title="Passkeys"
      scripted="Adding, renaming and removing a passkey needs"
      text={
        isInTeam
          ? "Sign in with your fingerprint, face or PIN. If your device checks one of these, you do not need a code from your authenticator app."
          : "Sign in with your fingerprint, face or PIN instead of your password."
      }
    >
      {passkeys.length > 0 && (
        <ul className={`ruled ${css.list}`} aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={`grid middle ${css.row}`}>
              <div>
                <p className={`cluster middle strong breaks ${css.device}`}>
                  {passkey.name}
                  {passkey.isBackedUp && <Badge kind="info">Synced</Badge>}
                </p>
                <p className="note">
                  Added <Day at={passkey.createdAt} />
                  {passkey.lastUsedAt ? (
                    <>
                      {" "}
                      · last used <Day at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    " · not used yet"
                  )}
                </p>
              </div>
              <div className={`cluster gap-50 ${css.rowActions}`}>
                <Button
                  size={40}
                  aria-label={`Rename passkey: ${passkey.name}`}
                  onClick={() => setOpen({ kind: "rename", passkey })}
                >
                  Rename
                </Button>
                <Button
                  size={40}
                  aria-label={`Remove passkey: ${passkey.name}`}
                  onClick={() => setOpen({ kind: "remove", passkey })}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {passkeysArePossible && isSupported ? (
        <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
          <Button onClick={() => setOpen({ kind: "add" })}>Add a passkey</Button>
        </div>
      ) : (
        <p className={`top-75 soft ui-size ${css.small}`}>
          {passkeysArePossible ? "This browser has no passkeys." : "Passkeys need a host name and https."}
        </p>
      )}
      {open?.kind === "add" && <Add needsPassword={hasPassword} onClose={close} />}
      {open?.kind === "rename" && (
        <Rename passkey={passkeys.find(({ id }) => id === open.passkey.id) ?? open.passkey} onClose={close} />
      )}
      {open?.kind === "remove" && <Remove passkey={open.passkey} needsPassword={hasPassword} onClose={close} />}
    </AccountSection>
  );
}

/** Closes a dialog after its action succeeded; by then the list has been reloaded. */
function useClosing({ result, busy }: ReturnType<typeof useAccountAction>, onClose: () => void) {
  const [isClosed, setClosed] = useState(false);
  if (result?.ok && !busy && !isClosed) {
    setClosed(true);
    queueMicrotask(onClose);
  }
}

function Add({ needsPassword, onClose }: { needsPassword: boolean; onClose: () => void }) {
  const add = useAccountAction("passkey-add");
  useClosing(add, onClose);
  const [name] = useState(() => {
    const { userAgent } = navigator;
    return [browserName(userAgent), systemName(userAgent)].filter(Boolean).join(" on ") || "My passkey";
  });
  return (
    <NewPasskeyDialog
      needsPassword={needsPassword}
      name={name}
      refusal={add.refusal}
      busy={add.busy}
      onValid={add.act}
      onClose={onClose}
    />
  );
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useAccountAction("passkey-name");
  useClosing(rename, onClose);
  const from = useOpened(passkey.name, rename.refusal, rename.busy);
  return (
    <RenamePasskeyDialog
      name={passkey.name}
      refusal={rename.refusal}
      busy={rename.busy}
      onValid={({ name }) => rename.act({ id: passkey.id, from, name })}
      onClose={onClose}
    />
  );
}

function Remove(props: { passkey: Passkey; needsPassword: boolean; onClose: () => void }) {
  const { passkey, needsPassword, onClose } = props;
  const remove = useAccountAction("passkey-off");
  useClosing(remove, onClose);
  return (
    <PasswordDialog
      open
      needsPassword={needsPassword}
      title={`Remove “${passkey.name}”?`}
      confirm="Remove passkey"
      busyText="Removing"
      busy={remove.busy}
      refusal={remove.refusal}
      onClose={onClose}
      onValid={(input) => remove.act({ ...input, id: passkey.id })}
    >
      It no longer signs in to this account. Your device or password manager may keep its entry: delete it there too.
    </PasswordDialog>
  );
}
