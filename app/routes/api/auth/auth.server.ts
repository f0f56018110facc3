import { newEndpoints } from "../endpoint.server.ts";
import { emailEndpoints } from "./email.server.ts";
import { passwordEndpoints } from "./passwords.server.ts";
import { secondFactorEndpoints } from "./second-factor.server.ts";
import { sessionEndpoints } from "./sessions.server.ts";
import { signInEndpoints } from "./sign-in.server.ts";

/**
 * /api/auth/*. The accounts library has endpoints of its own, which are not mounted: only the calls that are defined here
 * exist, and every other path of it is 404.
 */
export const authEndpoints = newEndpoints()
  .route("/", signInEndpoints)
  .route("/", emailEndpoints)
  .route("/", passwordEndpoints)
  .route("/", secondFactorEndpoints)
  .route("/", sessionEndpoints);
