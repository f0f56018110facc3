import { useCodeWithin } from "#app/features/content/code-within.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { type OwnAccess, ownAccessText, ownAccessTitles } from "../requests/own-access.ts";

const kinds = {
  waiting: "info",
  code_sent: "info",
  code_expired: "caution",
  code_withdrawn: "caution",
  declined: "caution",
  access_ended: "caution",
  has_access: "positive",
  suspended: "caution",
} as const;

export function OwnAccessNote({
  access,
  email,
  className,
}: {
  access: OwnAccess;
  email: string;
  className?: string | undefined;
}) {
  const dates = useFirmDates();
  const within = useCodeWithin();
  return (
    <Notice kind={kinds[access.state]} title={ownAccessTitles[access.state]} {...(className ? { className } : {})}>
      {ownAccessText(access, dates, email, within)}
    </Notice>
  );
}
