/** Printed on every invoice; lines are separated by `|`. */
type Details = { BILLING_SENDER: string; BILLING_BANK_DETAILS: string };

/** Splits a setting into lines at `|`. */
export const settingLines = (text: string): string[] =>
  text
    .split("|")
    .map((line) => line.trim())
    .filter(Boolean);

/** Whether the sender has what an invoice needs: the firm's name and its address, on at least two lines. */
export const isInvoiceSender = (sender: string): boolean => settingLines(sender).length >= 2;

/** One sentence per missing setting. Invoices are issued only without any. */
export function missingBillingDetails({ BILLING_SENDER, BILLING_BANK_DETAILS }: Details): string[] {
  return [
    ...(isInvoiceSender(BILLING_SENDER) ? [] : ["The sender of invoices needs the firm's name and address."]),
    ...(settingLines(BILLING_BANK_DETAILS).length === 0 ? ["The bank details need the account to pay to."] : []),
  ];
}
