/** What a form says when its mail would be one too many for the address (decision 0104). */
export const mailboxLimit =
  "This address has received several emails from us in the last hour. Please try again later, or use another address.";
