import { grantStandingOf } from "#app/features/access/grants/grants.server.ts";
import { firstNameOf } from "#app/features/accounts/profile/profile.server.ts";
import { visitorReader } from "#app/features/accounts/sign-in/session.server.ts";
import { hasCompletedAnalysis } from "#app/features/wizard/wizard.server.ts";

/** Loads the visitor of a request with all data for headers and access checks, in one statement (decision 0121). */
export const findVisitor = visitorReader([firstNameOf, grantStandingOf, hasCompletedAnalysis]);
