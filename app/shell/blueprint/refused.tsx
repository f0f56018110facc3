import { isRouteErrorResponse, useRouteError } from "react-router";
import { nextSteps, ownAccessText, ownAccessTitles, takesCode } from "#app/features/access/requests/own-access.ts";
import { useCodeWithin } from "#app/features/content/code-within.tsx";
import { accessRequired } from "#app/features/wizard/blueprint.ts";
import { ErrorScreen } from "#app/shell/pages/error-screen.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
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

/** Explains why access is denied, with the state that every page shows. A code form does not help a suspended user. */
export function NoAccess({ refusal }: { refusal: AccessRefusal | null }) {
  const dates = useFirmDates();
  const within = useCodeWithin();
  const { access, email } = refusal ?? { access: null, email: "" };
  const [first, ...others] = nextSteps(access);
  const text = access && ownAccessText(access, dates, email, within);
  return (
    <ScreenMessage
      code="403"
      title={takesCode(access) ? `${accessRequired.title}: ${accessRequired.text}` : ownAccessTitles[access!.state]}
      text={
        !access
          ? `You need a code to open it. We email codes to work addresses within ${within} of a request, at no cost.`
          : takesCode(access)
            ? `${ownAccessTitles[access.state]}. ${text}`
            : text!
      }
      action={first}
    >
      {others.map(({ href, label }) => (
        <ButtonLink key={href} href={href}>
          {label}
        </ButtonLink>
      ))}
    </ScreenMessage>
  );
}
