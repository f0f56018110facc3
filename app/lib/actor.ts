/** Who is asking. Passed to every verb and read; nothing looks the visitor up by itself. */
export type Actor = Anonymous | SignedIn | System;

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
};

/** Jobs and the operator's command line. */
export type System = { kind: "system" };

export const anonymous: Anonymous = { kind: "anonymous" };
export const system: System = { kind: "system" };

/** May decide and see what only admins may: the system itself, or an admin whose session has passed the second factor. */
export const actsAsAdmin = (actor: Actor): boolean =>
  actor.kind === "system" || (actor.kind === "user" && actor.isAdmin && actor.aal === "aal2");
