/** The second factor, for other features and routes. */
export { acceptCode, challengeLife, findPendingCode, hasFactor, TooManyCodes } from "./codes.server.ts";
export { finishEnrolment, removeFactor, renewRecoveryCodes, startEnrolment } from "./factor-enrolment.server.ts";
export { countRecoveryCodes } from "./recovery-codes.server.ts";
