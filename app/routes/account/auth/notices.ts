import { accountWords } from "#app/features/accounts/accounts.ts";
import type { NoticeKind } from "#app/ui/notice.tsx";

/** The notices of the sign-in page by their name in the address. */
export const authNotices: ReadonlyMap<string | null, { kind: NoticeKind; text: string }> = new Map([
  ["verified", { kind: "positive", text: accountWords.verified }],
  ["signed-up", { kind: "positive", text: accountWords.signedUp }],
  ["not-verified", { kind: "caution", text: accountWords.notVerified }],
  ["not-verified-recent", { kind: "caution", text: accountWords.notVerifiedRecentMail }],
  ["not-verified-limit", { kind: "caution", text: accountWords.notVerifiedNoMail }],
  ["link-not-valid", { kind: "critical", text: accountWords.linkNotValid }],
  ["challenge-over", { kind: "caution", text: accountWords.challengeOver }],
  ["password-reset", { kind: "positive", text: accountWords.passwordReset }],
  ["provider-over", { kind: "caution", text: accountWords.providerOver }],
  ["provider-unavailable", { kind: "critical", text: accountWords.providerUnavailable }],
  ["provider-not-verified", { kind: "critical", text: accountWords.providerNotVerified }],
  ["account-disabled", { kind: "critical", text: accountWords.accountDisabled }],
  ["factor-missing", { kind: "critical", text: accountWords.adminNeedsFactor }],
]);
