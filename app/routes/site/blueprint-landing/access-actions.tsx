import type { Suspension } from "#app/features/access/access.ts";
import { suspendedStep } from "#app/features/access/requests/own-access.ts";
import { accessDialogIds } from "#app/features/access/ui/dialog-ids.ts";
import { opensOrGoes } from "#app/island-kit/openers.ts";
import { wizardPath } from "#app/shell/site/main-paths.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";

/** The visitor's access: open, suspended for a reason, or none. */
export type LandingAccess = "open" | Suspension | null;

/**
 * The two ways in. With access both lead to the wizard; without, they open the dialogs, at once and before any script of theirs. While
 * access is suspended neither helps: one link leads to what does.
 */
export function AccessActions({ access }: { access: LandingAccess }) {
  const start = "Start Your Free Analysis";
  const haveCode = "Already have an access code?";
  if (access === null)
    return (
      <>
        <Button variant="primary" forward {...opensOrGoes(accessDialogIds.request, "/request-access")}>
          {start}
        </Button>
        <Button variant="tertiary" {...opensOrGoes(accessDialogIds.code, "/verify-access")}>
          {haveCode}
        </Button>
      </>
    );
  if (access !== "open") {
    const { href, label } = suspendedStep(access);
    return (
      <ButtonLink variant="primary" href={href}>
        {label}
      </ButtonLink>
    );
  }
  return (
    <>
      <ButtonLink variant="primary" href={wizardPath} forward>
        {start}
      </ButtonLink>
      <ButtonLink variant="tertiary" href={wizardPath}>
        {haveCode}
      </ButtonLink>
    </>
  );
}
