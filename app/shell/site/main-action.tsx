import type { ReactNode } from "react";
import { getYours } from "#app/lib/firm.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { CodeWait } from "./code-wait.tsx";

/** The main action of a content page with another beside it, and below how long an access code takes. */
export const MainAction = ({ target, children }: { target: string; children: ReactNode }) => (
  <>
    <p className="row">
      <ButtonLink variant="primary" href={target} forward>
        {getYours()}
      </ButtonLink>
      {children}
    </p>
    <CodeWait target={target} />
  </>
);
