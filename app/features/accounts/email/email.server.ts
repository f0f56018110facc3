export {
  advanceEmailChange,
  cancelEmailChange,
  findEmailStep,
  type PendingEmailChange,
  pendingOf,
  startEmailChange,
} from "./email-change.server.ts";
export {
  findUnverifiedAccount,
  isVerificationLinkValid,
  mailVerification,
  resendPauseSeconds,
} from "./email-links.server.ts";
