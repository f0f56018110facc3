import type {
  PublicKeyCredentialCreationOptionsJSON as PasskeyOptions,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { and, asc, eq, gt, isNull, like } from "drizzle-orm";
import { system } from "#app/lib/actor.ts";
import { daySeconds } from "#app/lib/durations.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { linkPasskeyOptions, verifiedLinkPasskey } from "../passkeys/link-passkey.server.ts";
import type { Registration } from "../passkeys/own-passkeys.server.ts";
import { findProof, identifierOf, makeProof } from "../sign-in/proofs.server.ts";
import { type Client, openSession, type SignedInSession } from "../sign-in/sign-in.server.ts";
import { user, verification } from "../tables.server.ts";
import { type AdminRefusal, createAdmin } from "./administrators.server.ts";
import { type Enrollment, enrollmentOf } from "./link-enrollment.server.ts";

/*
 * The first owner, without a shell: while no one administers this installation, a start prints a link to /setup. It is for
 * the person who reads the output of the server, as `admin create` is for the person with its shell.
 *
 * Prevents a stranger from becoming the owner (256 random bits, stored as a hash, 24 hours) and two owners from one set-up:
 * the command deletes every set-up link in the transaction that makes the owner, and needs its own among them.
 */

const setupMinutes = daySeconds / 60;

/** Returns the URL, readable only here. Earlier links stay valid. Refusal: already_set_up. */
export async function makeSetupLink(ctx: Ctx): Promise<Result<{ url: string; expiresAt: Date }, SetupRefusal>> {
  if (ctx.actor.kind !== "system" || (await hasAdmin(ctx))) return refuse("already_set_up");
  const token = await makeProof(ctx, { purpose: "set-up", value: "owner", minutes: setupMinutes });
  const expiresAt = new Date(ctx.now.getTime() + daySeconds * 1000);
  return ok({ url: `${env().SITE_URL}/setup?${new URLSearchParams({ token })}`, expiresAt });
}

type SetupRefusal = Refusal<"already_set_up">;

/** What the page shows: set-up is done, the link is missing or over, or the authenticator to scan. */
export type Setup =
  | { state: "done" }
  | { state: "no-link" }
  | { state: "open"; enrollment: Enrollment; passkey: PasskeyOptions | null };

export async function findSetup(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<Setup> {
  if (await hasAdmin(ctx)) return { state: "done" };
  if (!token || !(await findProof(ctx, "set-up", token))) return { state: "no-link" };
  const enrollment = enrollmentOf(token, new URL(env().SITE_URL).host);
  return { state: "open", enrollment, passkey: await linkPasskeyOptions(token) };
}

/** `passkey`: what the browser made, in place of a password. */
export type NewMember = {
  firstName: string;
  lastName: string;
  password?: string | undefined;
  passkey?: object | undefined;
  code: string;
};

/** The verified passkey of a link's page, if it made one. Refusal: not_verified. */
export async function withPasskey(
  token: string,
  made: object | undefined,
): Promise<Result<{ passkey?: Registration }, Refusal<"not_verified">>> {
  if (!made) return ok({});
  const checked = await verifiedLinkPasskey(token, made as RegistrationResponseJSON);
  return checked.ok ? ok({ passkey: checked.value }) : checked;
}

/**
 * Makes the first owner and signs them in at aal2. The link is used up; a refusal keeps it. Refusals: link_not_valid,
 * already_set_up, and those of `createAdmin`.
 */
export async function completeSetup(
  ctx: Ctx,
  { token, passkey, ...person }: NewMember & { token: string; email: string },
  client: Client,
): Promise<Result<Joined, Refusal<"link_not_valid" | "wrong_code" | "not_verified"> | SetupRefusal | AdminRefusal>> {
  const setup = await findSetup(ctx, token);
  if (setup.state === "done") return refuse("already_set_up");
  if (setup.state === "no-link") return refuse("link_not_valid");
  const proof = await withPasskey(token, passkey);
  if (!proof.ok) return proof;
  const made = await createAdmin(
    { ...ctx, actor: system },
    {
      ...{ ...person, ...proof.value },
      totpSecret: setup.enrollment.secret,
      role: "owner",
      claim: async (tx) => (await claimSetup(tx, token)) && !(await hasAdmin(tx)),
    },
  );
  return made.ok ? ok(await joined(ctx, made.value, client)) : (made as { ok: false; reason: AdminRefusal });
}

/** Deletes every set-up link; false unless this one was among them and valid. */
async function claimSetup(tx: Ctx, token: string): Promise<boolean> {
  const isSetup = like(verification.identifier, "set-up:%");
  await tx.db
    .select({ id: verification.id })
    .from(verification)
    .where(isSetup)
    .orderBy(asc(verification.id))
    .for("update");
  const valid = and(eq(verification.identifier, identifierOf("set-up", token)), gt(verification.expiresAt, tx.now));
  const [own] = await tx.db.select({ id: verification.id }).from(verification).where(valid);
  await tx.db.delete(verification).where(isSetup);
  return own !== undefined;
}

async function hasAdmin(ctx: Pick<Ctx, "db">): Promise<boolean> {
  const [admin] = await ctx.db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.isAdmin, true), isNull(user.disabledAt)))
    .limit(1);
  return admin !== undefined;
}

/** `recoveryCodes` are readable only here; null if the account kept its authenticator. */
export type Joined = { session: SignedInSession; recoveryCodes: string[] | null };

export async function joined(
  ctx: Ctx,
  { userId, recoveryCodes }: { userId: string; recoveryCodes: string[] | null },
  client: Client,
): Promise<Joined> {
  const session = await openSession(ctx, { userId, aal: "aal2" }, client);
  if (!session) throw new Error("The account was disabled while it joined the team.");
  return { session, recoveryCodes };
}
