import { useEffect, useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { PasswordField, TextField } from "#app/ui/forms/field.tsx";
import { type MemberAccount, NewMemberAccount, PasskeyMember } from "../users/joining.ts";
import css from "./form.module.css";
import { type Refusal, useCheckedForm } from "./form-faults.tsx";
import { passwordHint } from "./sign-in/new-password-form.tsx";

const labels = { email: "Email", firstName: "First Name", lastName: "Last Name", password: "Password" } as const;
const kept = "gtmarc-new-member";

/**
 * Name and password of a new member of the team. `email`: of the invitation, which cannot be changed. Name and address survive a
 * reload in this tab; the password is never stored.
 */
export function MemberForm({
  email,
  refusal,
  onValid,
  onPasskey,
}: {
  email: string | null;
  refusal: Refusal | undefined;
  onValid: (account: MemberAccount) => void;
  /** Makes a passkey in place of the password; null where there are none. */
  onPasskey: ((account: MemberAccount) => Promise<void>) | null;
}) {
  const keep = ({ email, firstName, lastName }: MemberAccount) =>
    sessionStorage.setItem(kept, JSON.stringify({ email, firstName, lastName }));
  const onAccount = (account: MemberAccount) => {
    keep(account);
    onValid(account);
  };
  const { form, field, formProps, messages } = useCheckedForm(
    NewMemberAccount,
    labels,
    "member",
    { refusal, busy: false, onValid: onAccount },
    { mode: "onTouched", defaultValues: { email: email ?? "", firstName: "", lastName: "", password: "" } },
  );
  const { setValue } = form;
  const [isWaiting, setWaiting] = useState(false);
  const makePasskey = async () => {
    setWaiting(true);
    await tryPasskey();
    setWaiting(false);
  };
  const tryPasskey = async () => {
    const named = PasskeyMember.safeParse(form.getValues());
    form.clearErrors("password");
    await form.trigger(["email", "firstName", "lastName"], { shouldFocus: true });
    if (!named.success) return;
    keep(named.data);
    await onPasskey?.(named.data);
  };
  useEffect(() => {
    const earlier = JSON.parse(sessionStorage.getItem(kept) ?? "{}") as Partial<MemberAccount>;
    for (const name of ["email", "firstName", "lastName"] as const)
      if (earlier[name] && !(name === "email" && email)) setValue(name, earlier[name]);
  }, [setValue, email]);
  return (
    <form {...formProps} className="grid gap-125 top-175" aria-label="Your account">
      {messages}
      <TextField
        {...field("email")}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        readOnly={email !== null}
      />
      <div className={`grid gap-125 cols-2 ${css.pair}`}>
        <TextField {...field("firstName")} autoComplete="given-name" maxLength={100} />
        <TextField {...field("lastName")} autoComplete="family-name" maxLength={100} />
      </div>
      <PasswordField {...field("password")} autoComplete="new-password" maxLength={256} hint={passwordHint} />
      <Button type="submit" variant="primary" wide disabled={isWaiting}>
        Continue
      </Button>
      {onPasskey && (
        <Button wide busy={isWaiting} busyText="Waiting for your device" onClick={() => void makePasskey()}>
          Use a passkey instead of a password
        </Button>
      )}
    </form>
  );
}

export const forgetMember = () => sessionStorage.removeItem(kept);
