import { accessDialogIds } from "#app/features/access/ui/dialog-ids.ts";
import { opensOrGoes } from "#app/island-kit/openers.ts";
import { wizardPath } from "#app/shell/site/main-paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";

/** The two ways in. With access both lead to the wizard; without, they open the dialogs, at once and before any script of theirs. */
export function AccessActions({ hasAccess }: { hasAccess: boolean }) {
  const start = "Start Your Free Analysis";
  const haveCode = "Already have an access code?";
  return hasAccess ? (
    <>
      <ButtonLink variant="primary" href={wizardPath} forward>
        {start}
      </ButtonLink>
      <ButtonLink variant="tertiary" href={wizardPath}>
        {haveCode}
      </ButtonLink>
    </>
  ) : (
    <>
      <Button variant="primary" forward {...opensOrGoes(accessDialogIds.request, "/request-access")}>
        {start}
      </Button>
      <Button variant="tertiary" {...opensOrGoes(accessDialogIds.code, "/verify-access")}>
        {haveCode}
      </Button>
    </>
  );
}
