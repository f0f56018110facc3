import { readOwnCompany } from "#app/features/accounts/company/own-company.server.ts";
import { listPasskeys } from "#app/features/accounts/passkeys/own-passkeys.server.ts";
import { passkeysArePossible } from "#app/features/accounts/passkeys/passkey-sign-in.server.ts";
import { getOwnAccount } from "#app/features/accounts/profile/own-account.server.ts";
import { profileValues } from "#app/features/accounts/profile/profile.server.ts";
import { listSignInMethods } from "#app/features/accounts/providers/provider-sign-in.server.ts";
import { hasFactor } from "#app/features/accounts/second-factor/codes.server.ts";
import { countRecoveryCodes } from "#app/features/accounts/second-factor/recovery-codes.server.ts";
import { listSessions } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { hasClickConsent } from "#app/features/mail/clicks/click-consent.server.ts";
import { isTeamMember } from "#app/lib/actor.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { readThings } from "./things.server.ts";

export type AccountTab = "things" | "profile" | "email" | "security";

/**
 * Loads the data of one account tab. Only the overview lists the user's records; only the security tab has sessions, passkeys
 * and the second factor; only the profile tab has the company; only the email tab has the consent to counted clicks.
 */
export async function readAccount(ctx: SignedInCtx, tab: AccountTab) {
  const isSecurity = tab === "security";
  const isInTeam = isTeamMember(ctx.actor);
  const [account, own, sessions, factor, countsClicks, passkeys, methods, things, shared] = await Promise.all([
    visibleAccount(ctx),
    getOwnAccount(ctx),
    isSecurity ? sessionsOf(ctx) : [],
    isSecurity && isInTeam ? factorOf(ctx) : null,
    tab === "email" && hasClickConsent(ctx, ctx.actor.email),
    isSecurity ? listPasskeys(ctx) : [],
    isSecurity ? listSignInMethods(ctx) : { hasPassword: true, providers: [] },
    tab === "things" ? readThings(ctx) : null,
    tab === "profile" ? readOwnCompany(ctx) : { company: null, invitations: [] },
  ]);
  return {
    account,
    email: ctx.actor.email,
    isInTeam,
    deletionDueOn: own.deletionDueOn,
    profile: profileValues(own.profile),
    emailChange: own.emailChange,
    isInvited: own.isInvited,
    sessions,
    factor,
    countsClicks,
    passkeys,
    passkeysArePossible: passkeysArePossible(),
    ...methods,
    ...shared,
    things,
  };
}
export type AccountData = Awaited<ReturnType<typeof readAccount>>;

async function sessionsOf(ctx: SignedInCtx) {
  const open = await listSessions(ctx);
  return open.map(({ id, current, device, createdAt, lastSeenAt }) => ({
    id,
    current,
    device,
    createdAt,
    lastSeenAt,
    now: ctx.now,
  }));
}

/** The admin's second factor: whether it exists, whether this session has used it, and the number of recovery codes left. */
const factorOf = async (ctx: SignedInCtx) => ({
  isOn: await hasFactor.of(ctx, ctx.actor.userId),
  isProven: ctx.actor.aal === "aal2",
  codesLeft: await countRecoveryCodes(ctx, ctx.actor.userId),
});
