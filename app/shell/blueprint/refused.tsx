import { isRouteErrorResponse, useRouteError } from "react-router";
import { codeArrives, denialWords } from "#app/features/access/access.ts";
import { accessRequired } from "#app/features/wizard/blueprint.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ScreenMessage } from "#app/ui/screen-message.tsx";
import { ErrorScreen, isUnavailable } from "../error-screen.tsx";

/** One who is kept out is told why; a code would not help them. */
const whyNot = (reason: unknown): string =>
  reason === "blocked" || reason === "too_many_devices"
    ? denialWords[reason]
    : `One code opens it. We mail codes within ${codeArrives} of a request, at no cost.`;

/** What a page of the wizard shows instead of itself: no access, not found, or an error. */
export function Refused() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 403)
    return (
      <ScreenMessage
        code="403"
        title={`${accessRequired.title}: ${accessRequired.text}`}
        text={whyNot(isRouteErrorResponse(error) ? error.data : null)}
        action={{ href: "/verify-access", label: "Enter an access code" }}
      >
        <ButtonLink href="/automation-blueprint-gtmarc">Request a code</ButtonLink>
      </ScreenMessage>
    );
  if (status === 404)
    return <ScreenMessage code="404" title="Oops! Page not found" action={{ href: "/", label: "Back to home" }} />;
  if (isUnavailable(error)) return <ErrorScreen error={error} />;
  return (
    <ScreenMessage
      code="500"
      title="Something went wrong"
      text="An unexpected error occurred while loading this page."
      action={{ href: "/blueprint/wizard/mode", label: "Back to your blueprints" }}
    />
  );
}
