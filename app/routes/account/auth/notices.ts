import { accountMessages } from "#app/features/accounts/accounts.ts";
import type { NoticeKind } from "#app/ui/feedback/notice.tsx";

export const authNotices: ReadonlyMap<string | null, { kind: NoticeKind; text: string }> = new Map([
  ["verified", { kind: "positive", text: accountMessages.verified }],
  ["signed-up", { kind: "positive", text: accountMessages.signedUp }],
  ["not-verified", { kind: "caution", text: accountMessages.notVerified }],
  ["not-verified-recent", { kind: "caution", text: accountMessages.notVerifiedRecentMail }],
  ["not-verified-limit", { kind: "caution", text: accountMessages.notVerifiedNoMail }],
  ["mailed-again", { kind: "positive", text: accountMessages.mailSentAgain }],
  ["link-mailed", { kind: "positive", text: accountMessages.signInLinkAsked }],
  ["link-not-valid", { kind: "critical", text: accountMessages.linkNotValid }],
  ["challenge-over", { kind: "caution", text: accountMessages.challengeOver }],
  ["password-reset", { kind: "positive", text: accountMessages.passwordReset }],
  ["provider-over", { kind: "caution", text: accountMessages.providerOver }],
  ["provider-unavailable", { kind: "critical", text: accountMessages.providerUnavailable }],
  ["provider-not-verified", { kind: "critical", text: accountMessages.providerNotVerified }],
  ["account-disabled", { kind: "critical", text: accountMessages.accountDisabled }],
  ["factor-missing", { kind: "critical", text: accountMessages.adminNeedsFactor }],
]);
