import { unlisted } from "#app/lib/firm.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";

export const notFoundMeta = () => unlisted("Page not found");

export const PageNotFound = () => (
  <ScreenMessage inside code="404" title="Oops! Page not found" action={{ href: "/", label: "Back to home" }}>
    <ButtonLink href="/automation-blueprint-gtmarc">Automation Blueprint</ButtonLink>
    <ButtonLink href="/automation-grid">Automation Grid</ButtonLink>
    <ButtonLink href="/contact">Contact</ButtonLink>
  </ScreenMessage>
);
