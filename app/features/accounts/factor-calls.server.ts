import type { Hono } from "hono";
import { encode } from "uqr";
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse, takeBackUse } from "#app/features/security/limits.server.ts";
import { hasFreshCode } from "#app/lib/actor.ts";
import { nextPath } from "#app/lib/next-path.ts";
import { never } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { accountWords, FirstCode, PasswordAgain, RemoveFactor, SecondFactorCode } from "./accounts.ts";
import {
  type AuthContext,
  type AuthEnv,
  type AuthParts,
  freshCodeFirst,
  notProven,
  postCall,
  readJson,
  refused,
  renewSession,
  signedIn,
  tooMany,
} from "./auth-answers.server.ts";
import { finishEnrolment, removeFactor, renewRecoveryCodes, startEnrolment } from "./factor-enrolment.server.ts";
import { proveAgain } from "./fresh-proof.server.ts";
import { acceptCode, TooManyCodes } from "./second-factor.server.ts";

/** An admin's own second factor. Whoever is no admin is told so before anything is asked (decision 5). */
export function factorCalls(routes: Hono<AuthEnv>, parts: AuthParts) {
  postCall(routes, "/api/auth/two-factor/enable", (c) => enableCall(c));
  postCall(routes, "/api/auth/two-factor/verify-enrollment", (c) => firstCodeCall(c, parts));
  postCall(routes, "/api/auth/two-factor/disable", (c) => disableCall(c, parts));
  postCall(routes, "/api/auth/two-factor/generate-recovery-codes", (c) => renewCodesCall(c));
  routes.post("/auth/fresh-code", (c) => freshCodeForm(c, parts));
}

const forAdmins = (c: AuthContext) => refused(c, 403, { code: "admins_only", message: accountWords.factorForAdmins });

function adminFirst(c: AuthContext) {
  const asking = signedIn(c);
  if (asking.answer) return asking;
  return asking.ctx.actor.isAdmin ? asking : { answer: forAdmins(c) };
}

/** A new secret: as text, as otpauth address, and as the squares of its QR code, row by row, `1` for dark. */
async function enableCall(c: AuthContext) {
  const { ctx, answer } = adminFirst(c);
  if (answer) return answer;
  const read = await readJson(c, PasswordAgain);
  if (read.answer) return read.answer;
  if (owesFreshCode(ctx)) return freshCodeFirst(c);
  const proven = await proveAgain(ctx, { ...read.value, address: c.get("address") });
  if (!proven.ok) return notProven(c, proven.reason, "password");
  const started = await startEnrolment(ctx);
  if (!started.ok) return forAdmins(c);
  const { factorId, secret, uri } = started.value;
  const qr = encode(uri, { ecc: "M", border: 0 }).data.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
  return c.json({ factorId, secret, totpURI: uri, qr });
}

async function firstCodeCall(c: AuthContext, parts: AuthParts) {
  const { ctx, answer } = adminFirst(c);
  if (answer) return answer;
  const read = await readJson(c, FirstCode);
  if (read.answer) return read.answer;
  return counted(c, async () => {
    const finished = await finishEnrolment(ctx, read.value);
    if (finished.ok) {
      await renewSession(c, parts.settings, ctx.actor.sessionId, "aal2");
      return c.json({ recoveryCodes: finished.value.recoveryCodes });
    }
    switch (finished.reason) {
      case "factor-not-found":
        return refused(c, 422, { code: "factor_not_found", message: accountWords.factorNotFound });
      case "wrong-code":
        return refused(c, 422, { code: "wrong_code", message: accountWords.wrongCode });
      default:
        return never(finished.reason);
    }
  });
}

async function disableCall(c: AuthContext, parts: AuthParts) {
  const { ctx, answer } = adminFirst(c);
  if (answer) return answer;
  const read = await readJson(c, RemoveFactor);
  if (read.answer) return read.answer;
  const proven = await proveAgain(ctx, { ...read.value, address: c.get("address") });
  if (!proven.ok) return notProven(c, proven.reason, "password");
  return counted(c, async () => {
    const removed = await removeFactor(ctx, read.value);
    if (removed.ok) {
      await renewSession(c, parts.settings, ctx.actor.sessionId, "aal1");
      return c.json({ status: true });
    }
    return removed.reason === "wrong-code"
      ? refused(c, 422, {
          code: "wrong_code",
          message: accountWords.wrongCode,
          fields: { code: accountWords.wrongCode },
        })
      : forAdmins(c);
  });
}

async function renewCodesCall(c: AuthContext) {
  const { ctx, answer } = adminFirst(c);
  if (answer) return answer;
  const read = await readJson(c, PasswordAgain);
  if (read.answer) return read.answer;
  if (owesFreshCode(ctx)) return freshCodeFirst(c);
  const proven = await proveAgain(ctx, { ...read.value, address: c.get("address") });
  if (!proven.ok) return notProven(c, proven.reason, "password");
  const renewed = await renewRecoveryCodes(ctx);
  return renewed.ok
    ? c.json({ recoveryCodes: renewed.value.recoveryCodes })
    : refused(c, 403, { code: "second_factor_required", message: accountWords.codeFirst });
}

/** A new secret or new recovery codes for a session whose code is older than ten minutes; `proveAgain` refuses aal1. */
const owesFreshCode = ({ actor, now }: Ctx) =>
  actor.kind === "user" && actor.aal === "aal2" && !hasFreshCode(actor, now);

/** The form of /auth/fresh-code, which works without scripts: a right code leads back to the page that needed it. */
async function freshCodeForm(c: AuthContext, parts: AuthParts) {
  const ctx = c.get("ctx");
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
  const next = nextPath(String(form["next"] ?? "")) ?? "/account";
  const back = (notice: string) =>
    c.redirect(`/auth/fresh-code?notice=${notice}&next=${encodeURIComponent(next)}`, 303);
  if (ctx.actor.kind !== "user") return c.redirect(`/auth?next=${encodeURIComponent(next)}`, 303);
  const { userId, sessionId } = ctx.actor;
  const input = SecondFactorCode.safeParse({ code: form["code"] });
  if (!input.success) return back("wrong-code");
  try {
    const answered = await counted(c, async () => {
      if (!(await acceptCode(ctx, { userId, code: input.data.code }))) return back("wrong-code");
      await renewSession(c, parts.settings, sessionId, "aal2");
      return c.body(null, 204);
    });
    if (answered.status === 429) return back("too-many");
    return answered.ok ? c.redirect(next, 303) : answered;
  } catch (error) {
    if (error instanceof TooManyCodes) return back("too-many");
    throw error;
  }
}

/** Codes are counted before they are looked at; a right one is taken back. */
async function counted(c: AuthContext, answer: () => Promise<Response>): Promise<Response> {
  const ctx = c.get("ctx");
  const client = limitKey(c.get("address"));
  const limit = await countUse(ctx, "second-factor", client);
  if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
  const answered = await answer();
  if (answered.ok) await takeBackUse(ctx, "second-factor", client);
  return answered;
}
