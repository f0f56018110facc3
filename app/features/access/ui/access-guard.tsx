import { useEffect, useState } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { denialMessages } from "../access.ts";
import { type AccessState, type CheckOutcome, watchAccess } from "../access-watch.ts";
import css from "./access-guard.module.css";

const titles = { denied: "Access Required", signed_out: "You are signed out" } as const;

/**
 * Over every page of the wizard: says so when access ends while one is open, and goes again when it returns. The page
 * stays under it as it was: what was typed can still be read and copied, and everything saved is on the server.
 */
export function AccessGuard({
  userId,
  check,
  here,
}: {
  userId: string;
  check: () => Promise<CheckOutcome>;
  /** This page's path, to come back to after signing in. */
  here: string;
}) {
  const [state, setState] = useState<AccessState>({ name: "checking" });
  useEffect(() => {
    const watch = watchAccess({ userId, check, onState: setState, store: sessionStorage, now: Date.now });
    const lookAgain = () => document.visibilityState === "visible" && void watch.look({ anew: true });
    void watch.look();
    document.addEventListener("visibilitychange", lookAgain);
    return () => document.removeEventListener("visibilitychange", lookAgain);
  }, [userId, check]);

  if (state.name !== "denied" && state.name !== "signed_out") return null;
  const isSignedOut = state.name === "signed_out";
  return (
    <div className={css.guard}>
      <Notice kind="critical" title={titles[state.name]} live>
        <p>
          {isSignedOut ? "Your session has ended." : wordsFor(state.reason)} Nothing is lost: what was saved is kept,
          and what you have typed since stays on this page.
        </p>
        <div className={css.ways}>
          {isSignedOut ? (
            <ButtonLink size={40} href={`/auth?next=${encodeURIComponent(here)}`}>
              Go to Sign In
            </ButtonLink>
          ) : (
            <WayBack reason={state.reason} />
          )}
        </div>
      </Notice>
    </div>
  );
}

type EndReason = Extract<AccessState, { name: "denied" }>["reason"];

/** A code opens nothing where there are too many devices; seeing which they are does. */
function WayBack({ reason }: { reason: EndReason }) {
  if (reason === "not_checked" || reason === "blocked") return null;
  const isCrowded = reason === "too_many_devices";
  return (
    <ButtonLink size={40} href={isCrowded ? "/account?tab=security" : "/verify-access"}>
      {isCrowded ? "See where you are signed in" : "Enter an access code"}
    </ButtonLink>
  );
}

const wordsFor = (reason: EndReason) =>
  reason === "not_checked" ? "Your access could not be checked. Try again in a minute." : denialMessages[reason];
