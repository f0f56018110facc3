import type { Ctx } from "./context.server.ts";

/**
 * What happened, by name, with its payload. Empty here: each room adds its own by
 * `declare module "../../platform/events.server.ts" { interface Events { "access.requested": {...} } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the rooms
export interface Events {}

type Listener<Name extends keyof Events> = (ctx: Ctx, payload: Events[Name]) => Promise<void>;

const listeners = new Map<keyof Events, Listener<never>[]>();

/** Called by server/reactions.ts only, so that one page tells who reacts to what. */
export function onEvent<Name extends keyof Events>(name: Name, listener: Listener<Name>) {
  const existing = listeners.get(name) ?? [];
  listeners.set(name, [...existing, listener as Listener<never>]);
}

/** Forgets every listener; for tests and for development reloads. */
export const forgetListeners = () => listeners.clear();

/**
 * Tells later rooms inside the caller's transaction: what they write commits or rolls back with the act itself.
 * A listener that throws undoes the act, so listeners only write rows and enqueue jobs; they call nothing outside.
 */
export async function publish<Name extends keyof Events>(ctx: Ctx, name: Name, payload: Events[Name]) {
  for (const listener of listeners.get(name) ?? []) await (listener as Listener<Name>)(ctx, payload);
}
