import type { ApiScope } from "./api-scopes.ts";
import { minuteMs } from "./durations.ts";

/** The sender of a request. A parameter of every command and query. */
export type Actor = Anonymous | SignedIn | ApiClient | System;

export type Anonymous = { kind: "anonymous" };

export type SignedIn = {
  kind: "user";
  userId: string;
  sessionId: string;
  /** Lower-case and verified. */
  email: string;
  isAdmin: boolean;
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

export const actsAsAdmin = (actor: Actor): boolean =>
  actor.kind === "system" || (actor.kind === "user" && actor.isAdmin && actor.aal === "aal2");

/** Whether the actor can read API data under `scope`: admins, the system, and tokens with the scope. */
export const mayRead = (actor: Actor, scope: ApiScope): boolean =>
  actsAsAdmin(actor) || (actor.kind === "token" && actor.scopes.includes(scope));
