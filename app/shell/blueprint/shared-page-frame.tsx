import { isRouteErrorResponse, useRouteError } from "react-router";
import { getYours } from "#app/lib/firm.ts";
import { ErrorScreen } from "#app/shell/pages/error-screen.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";

export function SharedHeader({ companyName, expiresAt }: { companyName: string; expiresAt: Date }) {
  return (
    <AppHeader title={`Shared by ${companyName || "its owner"}, until ${useFirmDates().day(expiresAt)}`}>
      <ButtonLink size={40} href="/automation-blueprint-gtmarc">
        {getYours()}
      </ButtonLink>
    </AppHeader>
  );
}

export function SharedPageError() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 410)
    return (
      <ScreenMessage
        code="410"
        title="This link has ended"
        text="Its owner ended it, or it has expired. Ask them for a new link."
        action={{ href: "/", label: "Back to home" }}
      />
    );
  if (status === 404)
    return (
      <ScreenMessage
        code="404"
        title="Oops! Page not found"
        text="Nothing is shared at this address. Check that you copied the whole link."
        action={{ href: "/", label: "Back to home" }}
      />
    );
  return <ErrorScreen error={error} />;
}
