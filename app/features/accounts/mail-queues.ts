/*
 * The queues of mails whose jobs name an account. Separate from their jobs, because deleting an account empties them.
 */
export const mailResetQueue = "accounts.mail-reset";
export const mailLinkQueue = "accounts.mail-sign-in-link";
