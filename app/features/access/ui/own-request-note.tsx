import { useCodeWithin } from "#app/features/content/code-within.tsx";
import { useFirmDates } from "#app/ui/firm-dates.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { needsSupport, type OwnRequest, ownRequestText, ownRequestTitles } from "../requests/own-request.ts";

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

export function OwnRequestNote({
  request,
  email,
  className,
}: {
  request: OwnRequest;
  email: string;
  className?: string | undefined;
}) {
  const dates = useFirmDates();
  const within = useCodeWithin();
  return (
    <Notice kind={kinds[request.state]} title={ownRequestTitles[request.state]} {...(className ? { className } : {})}>
      {ownRequestText(request, dates, email, within)}
      {needsSupport(request) && (
        <>
          {" "}
          <a href="/contact">Contact us</a>
        </>
      )}
    </Notice>
  );
}
