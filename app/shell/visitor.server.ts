import { grantStandingOf } from "#app/features/access/grants.server.ts";
import { firstNameOf } from "#app/features/accounts/profile.server.ts";
import { visitorReader } from "#app/features/accounts/session.server.ts";
import { hasCompletedAnalysis } from "#app/features/wizard/blueprint.server.ts";

/** The sender of a request with everything that headers and access checks need, in one statement (decision 0119). */
export const findVisitor = visitorReader([firstNameOf, grantStandingOf, hasCompletedAnalysis]);
