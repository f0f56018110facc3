/** The account menu's label: the first name, else the local part of the email address, else "Account". */
export const accountLabel = (firstName: string | null, email: string) =>
  firstName?.trim() || email.split("@")[0] || "Account";
