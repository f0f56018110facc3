import { z } from "@hono/zod-openapi";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { JoinTeam, SetUp } from "#app/features/accounts/users/joining.ts";
import { completeSetup, type Joined } from "#app/features/accounts/users/setup-link.server.ts";
import { acceptTeamInvitation } from "#app/features/accounts/users/team.server.ts";
import { mapped, type Result } from "#app/lib/result.ts";
import { type EndpointContext, signInFirst } from "../endpoint.server.ts";
import { endpoints, publicArea } from "../endpoints.server.ts";
import { accountRefusals, ofField, secondFactorRequired } from "./answers.server.ts";
import { clientOf, keepSession } from "./cookies.server.ts";

const Welcome = z.object({ recoveryCodes: z.array(z.string()).nullable() });

const open = publicArea({
  link_not_valid: [410, accountMessages.joinLinkOver],
  already_set_up: accountMessages.alreadySetUp,
  not_allowed: accountMessages.joinLinkOver,
  wrong_code: ofField("code", accountMessages.wrongCode),
  weak_password: ofField("password", "Password must be at least 8 characters"),
  password_needed: ofField("password", "Password must be at least 8 characters"),
  common_password: ofField("password", accountMessages.commonPassword),
  not_verified: [422, accountMessages.passkeyNotAdded],
  bad_email: ofField("email", "Invalid email address"),
  account_disabled: accountRefusals.account_disabled,
  code_first: secondFactorRequired,
  sign_in_first: (_: object, c) => signInFirst(c),
});

/** Joining the team by a link: the first owner, and invited people. Both open a session at aal2. */
export const teamEndpoints = endpoints(
  open.post("/auth/setup", {
    security: [],
    summary: "Make the first owner by the link of a start; signs in and returns ten recovery codes, once",
    body: SetUp,
    returns: Welcome,
    statuses: [400, 403, 409, 410, 422],
    command: async (ctx, input, c) => welcome(c, await completeSetup(ctx, input, clientOf(c))),
  }),
  open.post("/auth/invitation", {
    security: [],
    summary: "Accept an invitation to the team; signs in and returns ten recovery codes with a new authenticator",
    body: JoinTeam,
    returns: Welcome,
    statuses: [400, 401, 403, 409, 410, 422],
    command: async (ctx, input, c) => welcome(c, await acceptTeamInvitation(ctx, input, clientOf(c))),
  }),
);

const welcome = <Reason extends { kind: string }>(c: EndpointContext, joined: Result<Joined, Reason>) =>
  mapped(joined, ({ session, recoveryCodes }) => {
    keepSession(c, session);
    return { recoveryCodes };
  });
