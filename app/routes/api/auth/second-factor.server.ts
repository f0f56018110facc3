import { z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { accountMessages, FirstCode, PasswordAgain, RemoveFactor } from "#app/features/accounts/accounts.ts";
import { hasFactor } from "#app/features/accounts/second-factor/codes.server.ts";
import {
  finishEnrollment,
  removeFactor,
  renewRecoveryCodes,
  startEnrollment,
} from "#app/features/accounts/second-factor/factor-enrollment.server.ts";
import { countCodeTry, proveAgain } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { qrRows } from "#app/features/accounts/users/link-enrollment.server.ts";
import { hasFreshCode, isTeamMember } from "#app/lib/actor.ts";
import { refuse, tooMany } from "#app/lib/refusal.ts";
import { mapped, ok } from "#app/lib/result.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { type EndpointEnv, refusal } from "../endpoint.server.ts";
import { endpoints, sessionArea } from "../endpoints.server.ts";
import { Done, done, ofField, proofRefusals, secondFactorRequired } from "./answers.server.ts";
import { renewSession } from "./cookies.server.ts";

const StartedEnrollment = z.object({
  factorId: z.string(),
  secret: z.string(),
  totpURI: z.string(),
  qr: z.array(z.string()).describe("The rows of the QR code, `1` for dark"),
});
const Codes = z.object({ recoveryCodes: z.array(z.string()) });

const forAdmins = (_: object, c: Context) => refusal(c, 403, "admins_only", accountMessages.factorForAdmins);

/** 403 before the body is validated: second factors are for admins (spec: factors-for-admins). */
const adminsOnly: MiddlewareHandler<EndpointEnv> = async (c, next) =>
  isTeamMember(c.get("ctx").actor) ? next() : forAdmins({}, c);

/** A new secret or new recovery codes need a recent code from an aal2 session; `proveAgain` refuses aal1. */
const needsFreshCode = ({ actor, now }: Ctx) =>
  actor.kind === "user" && actor.aal === "aal2" && !hasFreshCode(actor, now);

/** Whether the session is at aal1 although the account has a second factor. A first enrollment needs no code. */
const lacksCode = async (ctx: SignedInCtx) => ctx.actor.aal === "aal1" && (await hasFactor.of(ctx, ctx.actor.userId));

const admins = sessionArea({
  ...proofRefusals(),
  not_allowed: forAdmins,
  factor_not_found: [422, accountMessages.factorNotFound],
  wrong_code: [422, accountMessages.wrongCode],
});
const ofAdmins = { middleware: [adminsOnly], statuses: [400, 403, 422, 429, 503] } as const;

export const secondFactorEndpoints = endpoints(
  admins.post("/auth/two-factor/enable", {
    summary: "Admins: creates a pending secret that its first code activates",
    body: PasswordAgain,
    returns: StartedEnrollment,
    ...ofAdmins,
    command: async (ctx, input, c) => {
      if (needsFreshCode(ctx)) return refuse("fresh_code_required");
      const proven = await proveAgain(ctx, { ...input, address: c.get("address") });
      if (!proven.ok) return proven;
      return mapped(await startEnrollment(ctx), ({ factorId, secret, uri }) => ({
        ...{ factorId, secret, totpURI: uri },
        qr: qrRows(uri),
      }));
    },
  }),
  admins.post("/auth/two-factor/verify-enrollment", {
    summary: "Admins: activates the factor with its first code; returns ten recovery codes, once",
    body: FirstCode,
    returns: Codes,
    ...ofAdmins,
    command: async (ctx, input, c) => {
      if (needsFreshCode(ctx)) return refuse("fresh_code_required");
      if (await lacksCode(ctx)) return refuse("code_first");
      const tried = await countCodeTry(ctx, c.get("address"));
      if (!tried.allowed) return tooMany(tried.retryAfterSeconds);
      const finished = await finishEnrollment(ctx, input);
      if (!finished.ok) return finished;
      await renewSession(c, ctx.actor.sessionId, "aal2");
      await tried.forgive();
      return ok({ recoveryCodes: finished.value.recoveryCodes });
    },
  }),
  admins.post("/auth/two-factor/disable", {
    summary: "Admins: removes the factor, given password and code",
    body: RemoveFactor,
    returns: Done,
    ...ofAdmins,
    refusals: { wrong_code: ofField("code", accountMessages.wrongCode) },
    command: async (ctx, input, c) => {
      const proven = await proveAgain(ctx, { ...input, address: c.get("address") });
      if (!proven.ok) return proven;
      const tried = await countCodeTry(ctx, c.get("address"));
      if (!tried.allowed) return tooMany(tried.retryAfterSeconds);
      const removed = await removeFactor(ctx, input);
      if (!removed.ok) return removed;
      await renewSession(c, ctx.actor.sessionId, "aal1");
      await tried.forgive();
      return done();
    },
  }),
  admins.post("/auth/two-factor/generate-recovery-codes", {
    summary: "Admins: replaces the recovery codes",
    body: PasswordAgain,
    returns: Codes,
    ...ofAdmins,
    refusals: { not_allowed: secondFactorRequired },
    command: async (ctx, input, c) => {
      if (needsFreshCode(ctx)) return refuse("fresh_code_required");
      const proven = await proveAgain(ctx, { ...input, address: c.get("address") });
      if (!proven.ok) return proven;
      return mapped(await renewRecoveryCodes(ctx), ({ recoveryCodes }) => ({ recoveryCodes }));
    },
  }),
);
