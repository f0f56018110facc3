import { and, desc, eq, gt } from "drizzle-orm";
import { listEventsBefore } from "#app/features/events/log.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { deviceName } from "#app/lib/browsers/agents/device-name.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Role, roleOf } from "#app/lib/rights.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { listMembers } from "../company/own-company.server.ts";
import { deletionDay } from "../deletion.server.ts";
import { accountSignedIn } from "../events.ts";
import { countRecoveryCodes } from "../second-factor/recovery-codes.server.ts";
import {
  type Aal,
  company,
  formerAddress,
  type JoinedBy,
  knownDevice,
  profile,
  session,
  twoFactor,
  user,
} from "../tables.server.ts";

export type SessionLine = {
  id: string;
  device: string;
  aal: Aal;
  createdAt: Date;
  lastSeenAt: Date;
  /** First characters of the hash of the address at sign-in, as in the audit log. */
  client: string | null;
};

export type DeviceLine = { id: string; device: string; firstSeenAt: Date; lastSeenAt: Date };

export type UserDetail = {
  id: string;
  email: string;
  name: string;
  company: string | null;
  title: string | null;
  sharing: { joinedBy: JoinedBy; confirmedDomain: string | null; members: string[] };
  role: Role | null;
  isConfirmed: boolean;
  disabledAt: Date | null;
  /** ISO date. */
  deletionDueOn: string | null;
  createdAt: Date;
  formerAddresses: { email: string; until: Date }[];
  factor: { since: Date; codesLeft: number } | null;
  sessions: SessionLine[];
  devices: DeviceLine[];
  /** Newest first, at most 10. */
  signIns: Date[];
};

const shownHash = 8;
const maxSessions = 100;
const maxDevices = 20;
const maxSignIns = 10;

/** Refusals: not_admin, not_found. */
export async function readUser(ctx: Ctx, userId: string): Promise<Result<UserDetail, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "users")) return notAdmin();
  if (!isUuid(userId)) return notFound();
  const [found] = await ctx.db
    .select({ person: user, about: profile, firm: company, factorSince: twoFactor.createdAt })
    .from(user)
    .leftJoin(profile, eq(profile.authUserId, user.id))
    .leftJoin(company, eq(company.id, profile.companyId))
    .leftJoin(twoFactor, and(eq(twoFactor.userId, user.id), eq(twoFactor.status, "verified")))
    .where(eq(user.id, userId));
  if (!found) return notFound();
  const { person, about, firm, factorSince } = found;
  const [sessions, devices, former, signIns, codesLeft, members] = await Promise.all([
    ctx.db
      .select()
      .from(session)
      .where(and(eq(session.userId, userId), gt(session.expiresAt, ctx.now)))
      .orderBy(desc(session.lastSeenAt))
      .limit(maxSessions),
    ctx.db
      .select()
      .from(knownDevice)
      .where(eq(knownDevice.userId, userId))
      .orderBy(desc(knownDevice.lastSeenAt))
      .limit(maxDevices),
    ctx.db
      .select({ email: formerAddress.email, until: formerAddress.until })
      .from(formerAddress)
      .where(eq(formerAddress.userId, userId))
      .orderBy(desc(formerAddress.until)),
    listEventsBefore(ctx, {
      emails: [person.email],
      before: null,
      limit: maxSignIns,
      isWanted: (name) => name === accountSignedIn.name,
    }),
    factorSince ? countRecoveryCodes(ctx, userId) : 0,
    firm ? listMembers(ctx, firm.id) : [],
  ]);
  const { id, email, emailVerified: isConfirmed, disabledAt, createdAt } = person;
  return ok({
    ...{ id, email, role: roleOf(person), isConfirmed, disabledAt, deletionDueOn: deletionDay(person), createdAt },
    name: [about?.firstName, about?.lastName].filter(Boolean).join(" "),
    company: about?.companyName ?? null,
    title: about?.title ?? null,
    sharing: {
      joinedBy: about?.joinedBy ?? "own",
      confirmedDomain: firm?.domainConfirmedAt ? firm.domain : null,
      members: members.filter((member) => member !== email),
    },
    formerAddresses: former,
    factor: factorSince && { since: factorSince, codesLeft },
    sessions: sessions.map((open) => ({
      id: open.id,
      device: deviceName(open.userAgent ?? ""),
      aal: open.aal,
      createdAt: open.createdAt,
      lastSeenAt: open.lastSeenAt,
      client: open.ipHash?.slice(0, shownHash) ?? null,
    })),
    devices: devices.map(({ id: deviceId, userAgent, firstSeenAt, lastSeenAt }) => ({
      id: deviceId,
      device: deviceName(userAgent),
      firstSeenAt,
      lastSeenAt,
    })),
    signIns: signIns.map(({ occurredAt }) => occurredAt),
  });
}
