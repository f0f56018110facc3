import type { AccessAnswer, DenialReason } from "./access.ts";

/*
 * What an open wizard knows of its own access. The server decides about every page and call; this only keeps the page
 * from going on as if nothing had happened when access ends under it. It asks when the wizard opens and whenever its tab
 * is looked at again; a granted answer counts for 30 seconds, so that stepping through pages asks once.
 */

export type AccessState =
  | { name: "checking" }
  | { name: "granted" }
  | { name: "denied"; reason: DenialReason | "not_checked" }
  | { name: "signed_out" };

export type CheckOutcome = AccessAnswer | "signed_out" | "unreachable" | "failed";

export const grantedCountsMs = 30_000;
const storageKey = "wizard_access";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Starts watching for `userId`; `onState` hears of every change. `look` asks unless a granted answer still counts;
 * `look({ anew: true })` asks in any case. An answer of `failed` denies, as specified; no connection changes nothing,
 * because drafts are kept in the browser and the server refuses by itself.
 */
export function watchAccess(parts: {
  userId: string;
  check: () => Promise<CheckOutcome>;
  onState: (state: AccessState) => void;
  store: Store;
  now: () => number;
}) {
  const { userId, check, onState, store, now } = parts;
  let state: AccessState = { name: "checking" };
  let asked: Promise<void> | null = null;
  const become = (next: AccessState) => {
    const same = next.name === state.name && (next.name !== "denied" || next.reason === (state as typeof next).reason);
    state = next;
    if (!same) onState(next);
  };

  async function ask() {
    const outcome = await check();
    if (outcome === "unreachable") return;
    forget(store);
    if (outcome === "signed_out") return become({ name: "signed_out" });
    if (outcome === "failed") return become({ name: "denied", reason: "not_checked" });
    if (!outcome.hasAccess) return become({ name: "denied", reason: outcome.reason ?? "not_checked" });
    remember(store, userId, now());
    become({ name: "granted" });
  }

  return {
    look({ anew = false } = {}): Promise<void> {
      const since = grantedSince(store, userId);
      if (!anew && since !== null && now() - since < grantedCountsMs) {
        become({ name: "granted" });
        return Promise.resolve();
      }
      asked ??= ask().finally(() => {
        asked = null;
      });
      return asked;
    },
  };
}

function grantedSince(store: Store, userId: string): number | null {
  try {
    const [user, at] = (store.getItem(storageKey) ?? "").split(" ");
    return user === userId && Number(at) > 0 ? Number(at) : null;
  } catch {
    return null;
  }
}

function remember(store: Store, userId: string, at: number) {
  try {
    store.setItem(storageKey, `${userId} ${at}`);
  } catch {
    // A browser that keeps nothing asks more often.
  }
}

function forget(store: Store) {
  try {
    store.removeItem(storageKey);
  } catch {
    // as above
  }
}
