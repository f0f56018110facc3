/** The queue of reset mails, with jobs that name an account. Separate from its job, because deleting an account empties it. */
export const mailResetQueue = "accounts.mail-reset";
