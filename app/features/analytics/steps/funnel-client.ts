import { collectGoal } from "#app/lib/browsers/collected-goals.ts";
import { csrfToken } from "#app/lib/browsers/csrf-token.ts";
import { sessionId, wantsPrivacy } from "#app/lib/browsers/session-id.ts";
import { type FunnelMetadata, type FunnelStage, type FunnelSubstage, goalSteps } from "./funnel-stages.ts";

/**
 * Reports a step from the browser, and steps that are goals to the collector too. Never waits or throws, outlives the page, and is not
 * retried. Small, because content pages load it too. Does nothing on the server.
 *
 * @example trackFunnel("analysis", "generated", { value: annualValueUsd, blueprintId })
 */
export function trackFunnel<Stage extends FunnelStage>(
  stage: Stage,
  substage: FunnelSubstage<Stage>,
  { value, blueprintId, metadata }: Details = {},
): void {
  if (typeof window === "undefined") return;
  if (goalSteps.includes(`${stage}.${substage}`)) collectGoal(`${stage}.${substage}`, value);
  try {
    const identity = wantsPrivacy() ? {} : { session_id: sessionId(), blueprint_id: blueprintId, metadata };
    // An unread response would keep the connection busy.
    void fetch("/api/functions/track-funnel-event", {
      method: "POST",
      keepalive: true,
      credentials: "same-origin",
      headers: { "content-type": "application/json", "x-csrf-token": csrfToken() },
      body: JSON.stringify({ ...identity, stage, substage, value }),
    })
      .then((answer) => answer.text())
      .catch(() => {});
  } catch {
    // A failed report must not break the visitor's action.
  }
}

interface Details {
  /** USD. */
  value?: number;
  blueprintId?: string | null | undefined;
  metadata?: FunnelMetadata;
}
