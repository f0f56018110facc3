/** Verifying and changing an address, for other features and routes. */
export {
  cancelEmailChange,
  findEmailStep,
  type PendingEmailChange,
  pendingOf,
  startEmailChange,
  takeEmailStep,
} from "./email-change.server.ts";
export { findAwaitedBy, isVerificationLinkValid, mailVerification, resendPauseSeconds } from "./email-links.server.ts";
