/*
 * Queues of mail jobs that contain an account id; deleting the account clears them. Separate from the jobs, because
 * deletion imports them.
 */
export const mailResetQueue = "accounts.mail-reset";
export const mailLinkQueue = "accounts.mail-sign-in-link";
