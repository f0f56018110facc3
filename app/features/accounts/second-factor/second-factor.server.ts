export { acceptCode, challengeLife, findPendingCode, hasFactor, TooManyCodes } from "./codes.server.ts";
export { finishEnrollment, removeFactor, renewRecoveryCodes, startEnrollment } from "./factor-enrollment.server.ts";
export { countRecoveryCodes } from "./recovery-codes.server.ts";
