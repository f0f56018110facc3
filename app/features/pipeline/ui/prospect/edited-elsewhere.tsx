import type { ReactNode } from "react";
import { Notice } from "#app/ui/feedback/notice.tsx";

/** Above a form while a colleague deletes (`isGone`) or changes its record. The children show the colleague's version. */
export function EditedElsewhere({
  noun,
  isGone,
  isChanged,
  children,
}: {
  noun: string;
  isGone: boolean;
  isChanged: boolean;
  children: ReactNode;
}) {
  if (isGone)
    return (
      <Notice kind="critical" live>
        {`A colleague deleted this ${noun}. To keep your text, copy it into a new ${noun}.`}
      </Notice>
    );
  return (
    isChanged && (
      <Notice kind="critical" live title={`Another admin changed this ${noun}. Saving replaces it with your text.`}>
        {children}
      </Notice>
    )
  );
}
