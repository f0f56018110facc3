import { mounted } from "../endpoints.server.ts";
import { emailEndpoints } from "./email.server.ts";
import { passkeyEndpoints } from "./passkeys.server.ts";
import { passwordlessEndpoints } from "./passwordless.server.ts";
import { passwordEndpoints } from "./passwords.server.ts";
import { secondFactorEndpoints } from "./second-factor.server.ts";
import { sessionEndpoints } from "./sessions.server.ts";
import { signInEndpoints } from "./sign-in.server.ts";
import { teamEndpoints } from "./team.server.ts";

/**
 * /api/auth/*. Only the endpoints defined here exist; every other path returns 404.
 */
export const authEndpoints = mounted(
  signInEndpoints,
  emailEndpoints,
  passwordEndpoints,
  passkeyEndpoints,
  passwordlessEndpoints,
  secondFactorEndpoints,
  sessionEndpoints,
  teamEndpoints,
);
