/** What the account menu calls a person: the first name, else the local part of the e-mail, else "Account". */
export const accountLabel = (firstName: string | null, email: string) =>
  firstName?.trim() || email.split("@")[0] || "Account";
