/** Printed on every invoice. */
type Details = { BILLING_SENDER: string; BILLING_BANK_DETAILS: string };

/** Splits a setting into lines at `|`. */
export const settingLines = (text: string): string[] =>
  text
    .split("|")
    .map((line) => line.trim())
    .filter(Boolean);

/** One sentence per missing setting. */
export function missingBillingDetails({ BILLING_SENDER, BILLING_BANK_DETAILS }: Details): string[] {
  return [
    ...(settingLines(BILLING_SENDER).length < 2 ? ["The sender of invoices needs the firm's name and address."] : []),
    ...(settingLines(BILLING_BANK_DETAILS).length === 0 ? ["The bank details need the account to pay to."] : []),
  ];
}
