import { createRoute, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { encode } from "uqr";
import { accountMessages, FirstCode, PasswordAgain, RemoveFactor } from "#app/features/accounts/accounts.ts";
import { hasFactor } from "#app/features/accounts/second-factor/codes.server.ts";
import {
  finishEnrollment,
  removeFactor,
  renewRecoveryCodes,
  startEnrollment,
} from "#app/features/accounts/second-factor/factor-enrollment.server.ts";
import { countCodeTry, proveAgain } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { hasFreshCode } from "#app/lib/actor.ts";
import { never } from "#app/lib/result.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import {
  answers,
  type EndpointEnv,
  freshCodeFirst,
  jsonBody,
  newEndpoints,
  refusal,
  refusals,
  signedIn,
  signInFirst,
  tooMany,
} from "../endpoint.server.ts";
import { Done, done, notProven, refuseField } from "./answers.server.ts";
import { renewSession } from "./cookies.server.ts";

const StartedEnrollment = z.object({
  factorId: z.string(),
  secret: z.string(),
  totpURI: z.string(),
  qr: z.array(z.string()).describe("The rows of the QR code, `1` for dark"),
});
const Codes = z.object({ recoveryCodes: z.array(z.string()) });

const forAdmins = (c: Context) => refusal(c, 403, "admins_only", accountMessages.factorForAdmins);

/** 401 or 403 before the body is validated: second factors are for admins (spec: factors-for-admins). */
const adminsOnly: MiddlewareHandler<EndpointEnv> = async (c, next) => {
  const ctx = signedIn(c.get("ctx"));
  if (!ctx) return signInFirst(c);
  return ctx.actor.isAdmin ? next() : forAdmins(c);
};

/** A new secret or new recovery codes need a recent code from an aal2 session; `proveAgain` refuses aal1. */
const needsFreshCode = ({ actor, now }: Ctx) =>
  actor.kind === "user" && actor.aal === "aal2" && !hasFreshCode(actor, now);

/** Whether the session is at aal1 although the account has a second factor. A first enrollment needs no code. */
const lacksCode = async (ctx: SignedInCtx) => ctx.actor.aal === "aal1" && (await hasFactor.of(ctx, ctx.actor.userId));

const refused = refusals(400, 401, 403, 422, 429, 503);

/** An endpoint for admins: 200 with `answer`, or one of the refusals above. */
const factorRoute = <const Path extends string, Body extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  summary: string,
  body: Body,
  answer: Answer,
) =>
  createRoute({
    method: "post",
    path,
    summary: `Admins: ${summary}`,
    middleware: adminsOnly,
    request: { body: jsonBody(body) },
    responses: { ...answers(200, answer), ...refused },
  });

export const secondFactorEndpoints = newEndpoints()
  .openapi(
    factorRoute(
      "/auth/two-factor/enable",
      "creates a pending secret that its first code activates",
      PasswordAgain,
      StartedEnrollment,
    ),
    async (c) => {
      const ctx = signedIn(c.get("ctx"));
      if (!ctx) return signInFirst(c);
      if (needsFreshCode(ctx)) return freshCodeFirst(c);
      const proven = await proveAgain(ctx, { ...c.req.valid("json"), address: c.get("address") });
      if (!proven.ok) return notProven(c, proven.reason, "password");
      const started = await startEnrollment(ctx);
      if (!started.ok) return forAdmins(c);
      const { factorId, secret, uri } = started.value;
      const qr = encode(uri, { ecc: "M", border: 0 }).data.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
      return c.json({ factorId, secret, totpURI: uri, qr }, 200);
    },
  )
  .openapi(
    factorRoute(
      "/auth/two-factor/verify-enrollment",
      "activates the factor with its first code; returns ten recovery codes, once",
      FirstCode,
      Codes,
    ),
    async (c) => {
      const ctx = signedIn(c.get("ctx"));
      if (!ctx) return signInFirst(c);
      if (needsFreshCode(ctx)) return freshCodeFirst(c);
      if (await lacksCode(ctx)) return refusal(c, 403, "second_factor_required", accountMessages.codeFirst);
      const tried = await countCodeTry(ctx, c.get("address"));
      if (!tried.allowed) return tooMany(c, tried.retryAfterSeconds);
      const finished = await finishEnrollment(ctx, c.req.valid("json"));
      if (finished.ok) {
        await renewSession(c, ctx.actor.sessionId, "aal2");
        await tried.forgive();
        return c.json({ recoveryCodes: finished.value.recoveryCodes }, 200);
      }
      switch (finished.reason.kind) {
        case "factor_not_found":
          return refusal(c, 422, "factor_not_found", accountMessages.factorNotFound);
        case "wrong_code":
          return refusal(c, 422, "wrong_code", accountMessages.wrongCode);
        default:
          return never(finished.reason);
      }
    },
  )
  .openapi(
    factorRoute("/auth/two-factor/disable", "removes the factor, given password and code", RemoveFactor, Done),
    async (c) => {
      const ctx = signedIn(c.get("ctx"));
      if (!ctx) return signInFirst(c);
      const input = c.req.valid("json");
      const proven = await proveAgain(ctx, { ...input, address: c.get("address") });
      if (!proven.ok) return notProven(c, proven.reason, "password");
      const tried = await countCodeTry(ctx, c.get("address"));
      if (!tried.allowed) return tooMany(c, tried.retryAfterSeconds);
      const removed = await removeFactor(ctx, input);
      if (removed.ok) {
        await renewSession(c, ctx.actor.sessionId, "aal1");
        await tried.forgive();
        return done(c);
      }
      return removed.reason.kind === "wrong_code"
        ? refuseField(c, "wrong_code", "code", accountMessages.wrongCode)
        : forAdmins(c);
    },
  )
  .openapi(
    factorRoute("/auth/two-factor/generate-recovery-codes", "replaces the recovery codes", PasswordAgain, Codes),
    async (c) => {
      const ctx = signedIn(c.get("ctx"));
      if (!ctx) return signInFirst(c);
      if (needsFreshCode(ctx)) return freshCodeFirst(c);
      const proven = await proveAgain(ctx, { ...c.req.valid("json"), address: c.get("address") });
      if (!proven.ok) return notProven(c, proven.reason, "password");
      const renewed = await renewRecoveryCodes(ctx);
      return renewed.ok
        ? c.json({ recoveryCodes: renewed.value.recoveryCodes }, 200)
        : refusal(c, 403, "second_factor_required", accountMessages.codeFirst);
    },
  );
