/** Refusals of the company commands, as the account page shows them. */
export const companyMessages = {
  not_owner: "Only the person who created this company can do that.",
  no_domain: "Your address is not in a domain that a company can confirm.",
  record_not_found: "The record is not there yet. DNS changes can take up to an hour. Please try again later.",
  dns_unavailable: "The DNS servers of this domain did not respond. Please try again later.",
  domain_taken: "Another company has confirmed this domain. Please contact us.",
  no_company: "Save your company name first.",
  own_address: "That is your own address.",
} as const;
