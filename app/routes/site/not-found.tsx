import { data } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { ScreenMessage } from "#app/ui/screen-message.tsx";

export const loader = () => data(null, { status: 404 });
export const meta = () => [{ title: "Page not found | GTMarc" }, { name: "robots", content: "noindex" }];
export const handle = { content: true };

export default function NotFound() {
  return (
    <ScreenMessage inside code="404" title="Oops! Page not found" action={{ href: "/", label: "Back to home" }}>
      <ButtonLink href="/automation-blueprint-gtmarc">Automation Blueprint</ButtonLink>
      <ButtonLink href="/automation-grid">Automation Grid</ButtonLink>
      <ButtonLink href="/contact">Contact</ButtonLink>
    </ScreenMessage>
  );
}
