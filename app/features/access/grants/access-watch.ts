import type { AccessAnswer, DenialReason } from "../access.ts";

/*
 * Watches access while the wizard is open. The server authorizes every page and call; this only shows the user that
 * access ended. It checks when the wizard opens and when its tab becomes visible again. A granted result is cached for
 * 30 seconds, so that moving between pages sends one request.
 */

export type AccessState =
  | { name: "checking" }
  | { name: "granted" }
  | { name: "denied"; reason: DenialReason | "not_checked" }
  | { name: "signed_out" };

export type CheckOutcome = AccessAnswer | "signed_out" | "unreachable" | "failed";

export const grantLifeMs = 30_000;
const storageKey = "wizard_access";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Starts watching for `userId`; `onState` receives every change. `refresh` checks unless a granted result is cached;
 * `refresh({ force: true })` always checks. `failed` denies access (spec: access-check). `unreachable` changes nothing,
 * because drafts are kept in the browser and the server authorizes every request.
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
  let pending: Promise<void> | null = null;
  const enter = (next: AccessState) => {
    const same = next.name === state.name && (next.name !== "denied" || next.reason === (state as typeof next).reason);
    state = next;
    if (!same) onState(next);
  };

  async function checkNow() {
    const outcome = await check();
    if (outcome === "unreachable") return;
    clearGrant(store);
    if (outcome === "signed_out") return enter({ name: "signed_out" });
    if (outcome === "failed") return enter({ name: "denied", reason: "not_checked" });
    if (!outcome.hasAccess) return enter({ name: "denied", reason: outcome.reason ?? "not_checked" });
    saveGrant(store, userId, now());
    enter({ name: "granted" });
  }

  return {
    refresh({ force = false } = {}): Promise<void> {
      const grantedAt = readGrant(store, userId);
      if (!force && grantedAt !== null && now() - grantedAt < grantLifeMs) {
        enter({ name: "granted" });
        return Promise.resolve();
      }
      pending ??= checkNow().finally(() => {
        pending = null;
      });
      return pending;
    },
  };
}

function readGrant(store: Store, userId: string): number | null {
  try {
    const [user, at] = (store.getItem(storageKey) ?? "").split(" ");
    return user === userId ? Number(at) : null;
  } catch {
    return null;
  }
}

function saveGrant(store: Store, userId: string, at: number) {
  try {
    store.setItem(storageKey, `${userId} ${at}`);
  } catch {
    // Storage is unavailable: the result is not cached.
  }
}

function clearGrant(store: Store) {
  try {
    store.removeItem(storageKey);
  } catch {
    // Storage is unavailable.
  }
}
