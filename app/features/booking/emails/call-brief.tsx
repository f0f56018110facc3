import { MailHeading, MailLink, MailNote, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import type { Brief } from "../agenda/brief.server.ts";

export const bookedFromText = "They booked from this analysis.";
export const newestText = "Their newest analysis; they did not book from one.";

export function CallBrief({ brief, email }: { brief: Brief | null; email: string }) {
  if (!brief)
    return (
      <MailNote>
        There is no finished analysis for {email}. Send them to the wizard before the call, or ask for their three most
        annoying tasks.
      </MailNote>
    );
  return (
    <>
      <MailHeading>Brief: {brief.company}</MailHeading>
      <MailText>{brief.isBookedFrom ? bookedFromText : newestText}</MailText>
      <MailTable rows={brief.facts} />
      <MailHeading>What the analysis found</MailHeading>
      <MailTable rows={brief.findings} />
      {brief.opportunities.length > 0 && (
        <>
          <MailHeading>In scope, best first</MailHeading>
          <MailTable
            rows={brief.opportunities.map(({ id, title, text }) => ({ label: `${id} ${title}`, value: text }))}
          />
        </>
      )}
      {brief.processes.length > 0 && (
        <>
          <MailHeading>Where their hours go</MailHeading>
          <MailTable rows={brief.processes.map(({ name, text }) => ({ label: name, value: text }))} />
        </>
      )}
      <MailNote>
        Revision {brief.revision} of {companyDates().day(brief.createdAt)}.{" "}
        <MailLink href={brief.url}>Open it in the admin area</MailLink>
        {brief.warning && `. ${brief.warning}`}
      </MailNote>
    </>
  );
}
