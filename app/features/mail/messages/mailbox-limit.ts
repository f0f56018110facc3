/** The form message when the address has reached its mail limit (decision 0006). */
export const mailboxLimit =
  "This address has received several emails from us in the last hour. Please try again later, or use another address.";
