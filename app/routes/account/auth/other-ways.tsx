import { useEffect, useEffectEvent, useState } from "react";
import { type ProviderId, providerNames } from "#app/features/accounts/providers/sign-in-providers.ts";
import css from "#app/features/accounts/ui/form.module.css";
import type { passwordlessEndpoints } from "#app/routes/api/auth/passwordless.server.ts";
import { authPath } from "#app/shell/account/auth-path.ts";
import { canAutofill, canceledPasskey, signInWithPasskey } from "#app/shell/account/passkey-ceremony.ts";
import { client } from "#app/shell/api-client.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { usePasskeySupport } from "#app/ui/forms/passkey-support.ts";

const call = client<typeof passwordlessEndpoints>();

/**
 * Sign-in without a password. Passkeys are offered if the browser and the site's host allow them, providers if their keys are
 * set. Browsers that support it also offer passkeys in the email field.
 */
export function OtherWays({
  passkeys,
  providers,
  next,
  onlyProviders,
}: {
  passkeys: boolean;
  providers: readonly ProviderId[];
  next: string | null;
  onlyProviders: boolean;
}) {
  const isSupported = usePasskeySupport();
  const mayOffer = passkeys && !onlyProviders;
  const hasPasskeys = mayOffer && isSupported;
  const [busy, setBusy] = useState<ProviderId | "passkey" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const withPasskey = async (autofill: boolean) => {
    const answer = await signInWithPasskey({ autofill });
    if (answer.ok)
      return window.location.assign(authPath("twoFactorRedirect" in answer.value ? { step: "code", next } : { next }));
    if (!autofill) setBusy(null);
    // Dismissing the browser's autofill prompt is not an error.
    if (!autofill || answer.error.code !== canceledPasskey) setFailure(answer.error.message);
  };
  const offerInField = useEffectEvent(async () => {
    if (await canAutofill().catch(() => false)) await withPasskey(true);
  });
  useEffect(() => {
    if (hasPasskeys) void offerInField();
  }, [hasPasskeys]);

  const withProvider = async (provider: ProviderId) => {
    setBusy(provider);
    setFailure(null);
    const answer = await call("POST /auth/sign-in/provider", { provider, next });
    if (answer.ok) return window.location.assign(answer.value.url);
    setBusy(null);
    setFailure(answer.error.message);
  };

  if (onlyProviders && providers.length === 0) return null;
  return (
    <div className="grid gap-75 top-125">
      <p className={`grid middle gap-75 soft ui-size ${css.or}`}>or</p>
      <FormFailure text={failure} />
      {mayOffer && (
        <Button
          wide
          className={classNames(css.scripted, !isSupported && css.absent)}
          busy={busy === "passkey"}
          busyText="Waiting for your passkey"
          onClick={() => {
            setBusy("passkey");
            setFailure(null);
            void withPasskey(false);
          }}
        >
          Use a passkey
        </Button>
      )}
      {providers.map((provider) => (
        <Button
          key={provider}
          wide
          className={css.scripted}
          busy={busy === provider}
          busyText={`Opening ${providerNames[provider]}`}
          onClick={() => void withProvider(provider)}
        >
          Continue with {providerNames[provider]}
        </Button>
      ))}
      {!onlyProviders && (
        <p className={`soft ui-size ${css.small}`}>
          <a href={authPath({ step: "link", next })}>Email me a sign-in link</a>
        </p>
      )}
    </div>
  );
}
