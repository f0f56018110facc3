import { z } from "zod";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { text } from "#app/lib/text.ts";
import { Credential, NewPassword, SecondFactorCode } from "../accounts.ts";

const token = text({ max: 200, shape: "verbatim" });
const name = (label: string) => text({ max: 100, required: `${label} is required` });

/** What a new member of the team enters before the authenticator. */
export const NewMemberAccount = z.object({
  email: emailAddress("Invalid email address"),
  firstName: name("First name"),
  lastName: name("Last name"),
  password: NewPassword,
});
/** The same with a passkey that the browser made, in place of the password. */
export const PasskeyMember = NewMemberAccount.omit({ password: true });
/** With a password or a passkey. */
export type MemberAccount = z.infer<typeof PasskeyMember> & { password?: string; passkey?: z.infer<typeof Credential> };

const passkey = Credential.optional();
const password = NewPassword.optional();

/** With a password or a passkey. */
export const SetUp = z.object({ token, ...NewMemberAccount.shape, password, passkey, ...SecondFactorCode.shape });

/** The address is that of the invitation. People with an account send no name and password, with an authenticator no code. */
export const JoinTeam = z.object({
  token,
  ...NewMemberAccount.omit({ email: true }).partial().shape,
  passkey,
  ...SecondFactorCode.partial().shape,
});
