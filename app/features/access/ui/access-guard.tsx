import { type ReactNode, useEffect, useState } from "react";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { denialMessages } from "../access.ts";
import { type AccessState, type CheckOutcome, watchAccess } from "../grants/access-watch.ts";
import { nextStepFor } from "../requests/own-access.ts";
import css from "./access-guard.module.css";

const titles = { denied: "Access Required", signed_out: "You are signed out" } as const;

/**
 * Shows a notice while the user has no access. The page stays visible, so that input can be copied; only on a device that is one too
 * many from the start, which the server knows after the first check, `refusal` replaces it.
 */
export function AccessGuard({
  userId,
  check,
  here,
  refusal,
  children,
}: {
  userId: string;
  check: () => Promise<CheckOutcome>;
  here: string;
  refusal: ReactNode;
  children: ReactNode;
}) {
  const [state, setState] = useState<AccessState>({ name: "checking" });
  const [wasGranted, setWasGranted] = useState(false);
  useEffect(() => {
    const onState = (next: AccessState) => {
      setState(next);
      if (next.name === "granted") setWasGranted(true);
    };
    const watch = watchAccess({ userId, check, onState, store: sessionStorage, now: Date.now });
    const recheck = () => document.visibilityState === "visible" && void watch.refresh({ force: true });
    void watch.refresh();
    document.addEventListener("visibilitychange", recheck);
    return () => document.removeEventListener("visibilitychange", recheck);
  }, [userId, check]);

  if (state.name === "denied" && state.reason === "too_many_devices" && !wasGranted) return refusal;
  return (
    <>
      {(state.name === "denied" || state.name === "signed_out") && <EndNotice state={state} here={here} />}
      {children}
    </>
  );
}

type EndState = Extract<AccessState, { name: "denied" | "signed_out" }>;

function EndNotice({ state, here }: { state: EndState; here: string }) {
  const isSignedOut = state.name === "signed_out";
  return (
    <div className={css.guard}>
      <Notice kind="critical" title={titles[state.name]} live>
        <p>
          {isSignedOut ? "Your session has ended." : messageFor(state.reason)} Your saved answers are kept, and unsaved
          text stays on this page.
        </p>
        <div className="top-75">
          {isSignedOut ? (
            <ButtonLink size={40} href={`/auth?next=${encodeURIComponent(here)}`}>
              Go to Sign In
            </ButtonLink>
          ) : (
            <NextStep reason={state.reason} />
          )}
        </div>
      </Notice>
    </div>
  );
}

type EndReason = Extract<AccessState, { name: "denied" }>["reason"];

function NextStep({ reason }: { reason: EndReason }) {
  if (reason === "not_checked") return null;
  const { href, label } = nextStepFor(reason);
  return (
    <ButtonLink size={40} href={href}>
      {label}
    </ButtonLink>
  );
}

const messageFor = (reason: EndReason) =>
  reason === "not_checked" ? "Your access could not be checked. Try again in a minute." : denialMessages[reason];
