import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { addressHash } from "#app/features/security/security-log/address-hash.server.ts";
import { daySeconds } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { currentTime } from "#app/platform/clock.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { env, type Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { maxPasswordLength } from "../accounts.ts";
import { hashPassword, verifyPassword } from "../passwords/password-hash.server.ts";
import { account, session, twoFactor, user, verification } from "../tables.server.ts";
import { idleEnd, sessionLife } from "./session.server.ts";
import { type CookieSettings, cookieAttributes, sessionCookieName } from "./session-cookie.server.ts";

/*
 * better-auth, for checking passwords, opening sessions and writing their cookie. Its HTTP handler is not mounted;
 * library-sessions.server.ts calls the two functions we need, so none of its paths is reachable. It makes no outbound
 * requests. Its rate limiter is off: ours use the client address from the request chain.
 *
 * Every session it opens passes one hook. Errors it throws, by code: DISABLED · SECOND_FACTOR_REQUIRED (no session; a
 * challenge follows) · SECOND_FACTOR_MISSING (an admin without a verified factor: neither session row nor cookie is
 * created, spec: admin-second-factor).
 */

export const gateCodes = ["DISABLED", "SECOND_FACTOR_REQUIRED", "SECOND_FACTOR_MISSING"] as const;
export type GateCode = (typeof gateCodes)[number];

/** Passes the client's address to the library; set by library-sessions.server.ts, never read from the request. */
export const clientAddressHeader = "x-gtmarc-client-address";

type Library = ReturnType<typeof createLibrary>;

const libraries = new WeakMap<Db, { settings: Settings; library: Library }>();

export function accountsLibrary({ db }: { db: Db }): Library {
  const settings = env();
  const known = libraries.get(db);
  if (known?.settings === settings) return known.library;
  const library = createLibrary({ db, settings });
  libraries.set(db, { settings, library });
  return library;
}

function createLibrary({ db, settings }: { db: Db; settings: CookieSettings }) {
  return betterAuth({
    appName: "GTMarc",
    baseURL: settings.SITE_URL,
    basePath: "/api/auth",
    secret: settings.SECRET,
    database: drizzleAdapter(db, { provider: "pg", schema: { user, session, account, verification } }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      maxPasswordLength,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: {
      expiresIn: sessionLife.maxDays * daySeconds,
      disableSessionRefresh: true,
      fields: { ipAddress: "ipHash" },
      additionalFields: {
        aal: { type: "string", required: false, input: false },
        factorVerifiedAt: { type: "date", required: false, input: false },
      },
    },
    databaseHooks: { session: { create: { before: (opened) => gate(db, settings, opened) } } },
    plugins: [{ id: "proven-sessions", endpoints: { openProvenSession } }],
    advanced: {
      // Our tables omit its columns for pictures and social accounts.
      database: { generateId: () => newId(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [clientAddressHeader], ipv6Subnet: 128 },
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(settings), attributes: cookieAttributes(settings) } },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: "error",
      log: (_level, message, ...details) => log.error({ details }, `accounts library: ${message}`),
    },
  });
}

/** Only callable from our code; it has no path. */
const openProvenSession = createAuthEndpoint.serverOnly(
  { method: "POST", body: z.object({ userId: z.string(), aal: z.enum(["aal1", "aal2"]) }), requireHeaders: true },
  async (ctx) => {
    const { userId, aal } = ctx.body;
    const person = await ctx.context.internalAdapter.findUserById(userId);
    if (!person) throw new APIError("UNAUTHORIZED", { code: "DISABLED" });
    const opened = await ctx.context.internalAdapter.createSession(person.id, false, { aal }, true);
    await setSessionCookie(ctx, { session: opened, user: person });
    return { token: opened.token, user: person };
  },
);

type OpeningSession = { userId: string; ipAddress?: string | null | undefined } & Record<string, unknown>;

async function gate(db: Db, settings: CookieSettings, opened: OpeningSession) {
  const [person] = await db
    .select({ isAdmin: user.isAdmin, disabledAt: user.disabledAt, factor: twoFactor.status })
    .from(user)
    .leftJoin(twoFactor, and(eq(twoFactor.userId, user.id), eq(twoFactor.status, "verified")))
    .where(eq(user.id, opened.userId));
  const aal = opened["aal"] === "aal2" ? "aal2" : "aal1";
  if (!person || person.disabledAt) throw refusal("DISABLED");
  if (person.factor === "verified" && aal === "aal1") throw refusal("SECOND_FACTOR_REQUIRED");
  if (person.factor !== "verified" && person.isAdmin) throw refusal("SECOND_FACTOR_MISSING");
  const ipHash = opened.ipAddress ? addressHash(opened.ipAddress, settings) : null;
  const now = currentTime();
  const factorVerifiedAt = aal === "aal2" ? now : null;
  return { data: { aal, factorVerifiedAt, ipAddress: ipHash, expiresAt: idleEnd(now) } };
}

const refusal = (code: GateCode) => new APIError("FORBIDDEN", { code });
