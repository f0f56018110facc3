import type { ApiScope } from "./api-scopes.ts";
import { minuteMs } from "./durations.ts";
import { type Area, type Role, roleChanges, roleOf, roleReads } from "./rights.ts";

/** The sender of a request. A parameter of every command and query. */
export type Actor = Anonymous | SignedIn | ApiClient | System;

export type Anonymous = { kind: "anonymous" };

export type SignedIn = {
  kind: "user";
  userId: string;
  sessionId: string;
  /** Lower-case and verified. */
  email: string;
  /** Owners and admins. */
  isAdmin: boolean;
  role?: Role | null;
  /** Authentication assurance: aal1 after the password, aal2 after a verified code in this session. */
  aal: "aal1" | "aal2";
  factorVerifiedAt?: Date | null;
};

/** A program with an API token: can only read, within its scopes. */
export type ApiClient = { kind: "token"; tokenId: string; scopes: readonly ApiScope[] };

/** Jobs and the operator's command line; the audit log distinguishes them. */
export type System = { kind: "system"; from?: "command_line" };

export const anonymous: Anonymous = { kind: "anonymous" };
export const system: System = { kind: "system" };
export const commandLine: System = { kind: "system", from: "command_line" };

/** The signed-in user; null for others. */
export const userIdOf = (actor: Actor): string | null => (actor.kind === "user" ? actor.userId : null);

const freshMs = 10 * minuteMs;
const skewMs = minuteMs;

/**
 * Whether this session verified a code within the last ten minutes, as exports, roles, secrets and refunds require. A
 * time in the future was stored by a wrong clock and does not count. Jobs and the command line need none.
 */
export function hasFreshCode(actor: Actor, now: Date): boolean {
  if (actor.kind !== "user") return actor.kind === "system";
  if (actor.aal !== "aal2" || !actor.factorVerifiedAt) return false;
  const age = now.getTime() - actor.factorVerifiedAt.getTime();
  return age <= freshMs && age >= -skewMs;
}

/** Whether this session can do what its role allows: the second factor was verified in it. The system always can. */
export const actsInTeam = (actor: Actor): boolean =>
  actor.kind === "system" || (actor.kind === "user" && actor.aal === "aal2" && isTeamMember(actor));

/** Whether the account has a role, also before the second factor. */
export const isTeamMember = (actor: Actor): boolean => actor.kind === "user" && roleOf(actor) !== null;

export const canRead = (actor: Actor, area: Area): boolean => allows(actor, area, roleReads);

export const canChange = (actor: Actor, area: Area): boolean => allows(actor, area, roleChanges);

function allows(actor: Actor, area: Area, right: (role: Role, area: Area) => boolean): boolean {
  const role = actor.kind === "user" ? roleOf(actor) : null;
  return actor.kind === "system" || (role !== null && actsInTeam(actor) && right(role, area));
}

const areaOfScope: Readonly<Record<ApiScope, Area>> = {
  "read:prospects": "pipeline",
  "read:bookings": "calendar",
  "read:analyses": "blueprints",
  "read:analytics": "analytics",
};

/** Whether the actor can read API data under `scope`: the team by role, the system, and tokens with the scope. */
export const mayRead = (actor: Actor, scope: ApiScope): boolean =>
  canRead(actor, areaOfScope[scope]) || (actor.kind === "token" && actor.scopes.includes(scope));
