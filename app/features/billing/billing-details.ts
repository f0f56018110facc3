/** The settings that every invoice prints. */
type Details = { BILLING_SENDER: string; BILLING_BANK_DETAILS: string };

/** The lines of such a setting, which are divided by `|`. */
export const settingLines = (text: string): string[] =>
  text
    .split("|")
    .map((line) => line.trim())
    .filter(Boolean);

/** What is missing before an invoice can be issued, one sentence each; empty when nothing is. */
export function missingBillingDetails({ BILLING_SENDER, BILLING_BANK_DETAILS }: Details): string[] {
  return [
    ...(settingLines(BILLING_SENDER).length < 2 ? ["BILLING_SENDER needs the firm's name and address."] : []),
    ...(settingLines(BILLING_BANK_DETAILS).length === 0 ? ["BILLING_BANK_DETAILS needs the account to pay to."] : []),
  ];
}
