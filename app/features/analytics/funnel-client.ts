import { csrfToken } from "#app/lib/csrf-token.ts";
import type { FunnelMetadata, FunnelStage, FunnelSubstage } from "./funnel-stages.ts";
import { sessionId, wantsPrivacy } from "./session-id.ts";

/**
 * Reports a step from the browser. Never waits, never throws, outlives the page; a report that is lost is lost. Tiny on
 * purpose: content pages carry it too. Without effect on the server.
 *
 * @example trackFunnel("booking", "scheduled", { value: bookingConversionUsd })
 */
export function trackFunnel<Stage extends FunnelStage>(
  stage: Stage,
  substage: FunnelSubstage<Stage>,
  { value, blueprintId, metadata }: Details = {},
): void {
  if (typeof window === "undefined") return;
  try {
    const identity = wantsPrivacy() ? {} : { session_id: sessionId(), blueprint_id: blueprintId, metadata };
    // An answer that nobody reads would keep the connection busy.
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
    // Nothing a visitor does may fail because it could not be counted.
  }
}

interface Details {
  /** USD. */
  value?: number;
  blueprintId?: string | null | undefined;
  metadata?: FunnelMetadata;
}
