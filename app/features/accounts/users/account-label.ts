export const accountLabel = (firstName: string | null, email: string) =>
  firstName?.trim() || email.split("@")[0] || "Account";
