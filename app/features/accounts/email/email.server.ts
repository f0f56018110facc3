export {
  advanceEmailChange,
  cancelEmailChange,
  findEmailStep,
  type PendingEmailChange,
  pendingOf,
  startEmailChange,
} from "./email-change.server.ts";
export { findAwaitedBy, isVerificationLinkValid, mailVerification, resendPauseSeconds } from "./email-links.server.ts";
