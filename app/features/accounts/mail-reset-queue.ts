/** The queue of reset mails, whose jobs name an account. Apart from its job, because deleting an account empties it. */
export const mailResetQueue = "accounts.mail-reset";
