import { isRouteErrorResponse, useRouteError } from "react-router";
import { denialMessages } from "#app/features/access/access.ts";
import {
  canRequestAgain,
  needsSupport,
  nextStepFor,
  ownRequestText,
  ownRequestTitles,
} from "#app/features/access/requests/own-request.ts";
import { useCodeWithin } from "#app/features/content/code-within.tsx";
import { accessRequired } from "#app/features/wizard/blueprint.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useFirmDates } from "#app/ui/firm-dates.tsx";
import { ScreenMessage } from "#app/ui/screen-message.tsx";
import { ErrorScreen } from "../error-screen.tsx";
import type { AccessRefusal } from "./member.server.ts";

/** Error boundary of wizard pages: no access, not found, or an error. */
export function Refused() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 403)
    return <NoAccess refusal={isRouteErrorResponse(error) ? (error.data as AccessRefusal | null) : null} />;
  if (status === 404)
    return <ScreenMessage code="404" title="Oops! Page not found" action={{ href: "/", label: "Back to home" }} />;
  return <ErrorScreen error={error} />;
}

/** Explains why access is denied and shows the user's request. Blocked users get no code form. */
export function NoAccess({ refusal }: { refusal: AccessRefusal | null }) {
  const dates = useFirmDates();
  const within = useCodeWithin();
  const { reason, request, email } = refusal ?? { reason: null, request: null, email: "" };
  const isKeptOut = reason === "blocked" || reason === "too_many_devices";
  const state = isKeptOut ? null : request;
  return (
    <ScreenMessage
      code="403"
      title={isKeptOut ? ownRequestTitles.suspended : `${accessRequired.title}: ${accessRequired.text}`}
      text={
        isKeptOut
          ? denialMessages[reason]
          : state
            ? `${ownRequestTitles[state.state]}. ${ownRequestText(state, dates, email, within)}`
            : `You need a code to open it. We email codes to work addresses within ${within} of a request, at no cost.`
      }
      action={nextStepFor(reason, state)}
    >
      {needsSupport(state) && <ButtonLink href="/verify-access">Enter another code</ButtonLink>}
      {!isKeptOut && canRequestAgain(state) && (
        <ButtonLink href="/automation-blueprint-gtmarc">Request a code</ButtonLink>
      )}
    </ScreenMessage>
  );
}
