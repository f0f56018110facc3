import { useEffect } from "react";
import { type ErrorResponse, isRouteErrorResponse, useRevalidator } from "react-router";
import { collectSecurityEvent } from "#app/lib/browsers/collected-goals.ts";
import { isModuleFailure } from "#app/lib/browsers/module-failure.ts";
import { titled } from "#app/lib/firm.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";

/**
 * The error page (spec: error-page). Failed code loads have their own text: retrying in the same document would request the
 * same missing file, so only a reload is offered. Both are reported as security events.
 */
export function ErrorScreen({ error, requestId }: { error: unknown; requestId?: string | undefined }) {
  const { revalidate, state } = useRevalidator();
  const isMissingCode = isModuleFailure(error);
  const unavailable = isUnavailable(error) ? error : null;
  const isReported = unavailable === null;
  useEffect(() => {
    if (isReported) collectSecurityEvent(isMissingCode ? "chunk_load_error" : "page_error");
  }, [isMissingCode, isReported]);

  if (isMissingCode)
    return (
      <>
        <title>{titled("Module Loading Error").title}</title>
        <ScreenMessage
          title="Module Loading Error"
          text="Failed to load a required module. This may be due to a network issue or outdated cache."
        >
          <Button variant="primary" onClick={reload}>
            Reload Page
          </Button>
        </ScreenMessage>
      </>
    );
  const title = unavailable ? "Temporarily unavailable" : "Something went wrong";
  return (
    <>
      <title>{titled(title).title}</title>
      <ScreenMessage
        code={unavailable ? "503" : "500"}
        title={title}
        text={unavailable ? textOf(unavailable) : "An unexpected error occurred while loading this page."}
        note={requestId ? `Request ${requestId}` : undefined}
      >
        <Button variant="primary" onClick={reload}>
          Reload Page
        </Button>
        <Button busy={state === "loading"} busyText="Trying again" onClick={() => void revalidate()}>
          Try Again
        </Button>
      </ScreenMessage>
    </>
  );
}

/** The server could not reach its database or could not write (server/pages/page-renderer.ts), or a proxy could not reach the server. */
export const isUnavailable = (error: unknown): error is ErrorResponse =>
  isRouteErrorResponse(error) && error.status >= 502 && error.status <= 504;

/** The server's message. The body of a proxy's response is not shown. */
const textOf = ({ data }: ErrorResponse): string =>
  typeof data === "string" && /^\w[^<{]*$/.test(data)
    ? data
    : "The service is temporarily unavailable. Please try again in a moment.";

/** Deletes cached copies first, because they may be the cause. */
async function reload() {
  try {
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // Caches exist on secure origins only; reload anyway.
  }
  location.reload();
}
