export { changePassword } from "./password-change.server.ts";
export { hashPassword } from "./password-hash.server.ts";
export { isResetLinkValid, requestReset, resetPassword, tryResetCode } from "./password-reset.server.ts";
