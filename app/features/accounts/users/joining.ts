import { z } from "zod";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { text } from "#app/lib/text.ts";
import { NewPassword, SecondFactorCode } from "../accounts.ts";

const token = text({ max: 200, shape: "verbatim" });
const name = (label: string) => text({ max: 100, required: `${label} is required` });

/** What a new member of the team enters before the authenticator. */
export const NewMemberAccount = z.object({
  email: emailAddress("Invalid email address"),
  firstName: name("First name"),
  lastName: name("Last name"),
  password: NewPassword,
});
export type NewMemberAccount = z.infer<typeof NewMemberAccount>;

export const SetUp = z.object({ token, ...NewMemberAccount.shape, ...SecondFactorCode.shape });

/** The address is that of the invitation. People with an account send no name and password, with an authenticator no code. */
export const JoinTeam = z.object({
  token,
  ...NewMemberAccount.omit({ email: true }).partial().shape,
  ...SecondFactorCode.partial().shape,
});
