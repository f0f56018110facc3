import { forgetListeners } from "../app/platform/events.server.ts";

/** One page: what happens in one room, and what other rooms do about it, in the same transaction. */
export function registerReactions(): void {
  forgetListeners();
}
