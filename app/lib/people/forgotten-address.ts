/** Replaces the address of a deleted person in records that are kept. Nothing is sent to it. */
export const forgottenAddress = "forgotten@gtmarc.invalid";
