import { nextSteps } from "#app/features/access/requests/own-access.ts";
import { OwnAccessNote } from "#app/features/access/ui/own-access-note.tsx";
import { DocumentList } from "#app/features/billing/ui/document-list.tsx";
import { callStateLabels } from "#app/features/booking/agenda/agenda.ts";
import { callTime } from "#app/features/booking/zoned-time.ts";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import { bookLink, offeredCalls } from "#app/lib/offered-calls.ts";
import { usePayInvoice } from "#app/shell/blueprint/pay-invoice.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import css from "../account.module.css";
import { AccountSection } from "./account-section.tsx";
import { BlueprintRow, blueprintName } from "./blueprint-row.tsx";
import type { Things } from "./things.server.ts";

export function ThingsTab({ things, email }: { things: Things; email: string }) {
  return (
    <>
      {!things.hasAccess && <AccessPart {...things} email={email} />}
      <BlueprintsPart {...things} />
      <CallsPart calls={things.calls} />
      <InvoicesPart {...things} />
      <DownloadsPart {...things} />
    </>
  );
}

const AccessPart = ({ access, email }: Pick<Things, "access"> & { email: string }) => (
  <AccountSection title="Access" text="The wizard opens with an access code for your address.">
    {access ? (
      <OwnAccessNote access={access} email={email} />
    ) : (
      <Empty level={3} title="No request yet" text="Request access to analyze your own processes. It is free." />
    )}
    <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
      {nextSteps(access).map(({ href, label }, index) => (
        <ButtonLink key={href} href={href} {...(index === 0 && access ? { variant: "primary" } : {})}>
          {label}
        </ButtonLink>
      ))}
    </div>
  </AccountSection>
);

const BlueprintsPart = ({ blueprints, hasAccess }: Things) => (
  <AccountSection
    id="blueprints"
    scripted={blueprints.length > 0 ? "Renaming a blueprint needs" : undefined}
    title="Blueprints"
    text="Your analyses and drafts, most recently changed first. Only you see their names."
  >
    {blueprints.length > 0 ? (
      <ul className={`ruled ${css.list}`} aria-label="Your blueprints">
        {blueprints.map((blueprint) => (
          <BlueprintRow key={blueprint.id} blueprint={blueprint} />
        ))}
      </ul>
    ) : (
      <Empty
        level={3}
        title="No blueprints yet"
        text={
          hasAccess
            ? "Your first analysis takes about 15 minutes."
            : "Your blueprints appear here while you have access to the wizard."
        }
      />
    )}
    {hasAccess && (
      <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
        <ButtonLink href="/blueprint/wizard/mode">New blueprint</ButtonLink>
      </div>
    )}
  </AccountSection>
);

function CallsPart({ calls }: Pick<Things, "calls">) {
  const { style } = useFirmDates();
  const { isOffered } = offeredCalls().session;
  const { href, label } = bookLink("session", { label: "Book a call", href: "/contact" });
  return (
    <AccountSection id="calls" title="Calls" text="Calls that you booked with this account or this address.">
      {calls.length > 0 ? (
        <ul className={`ruled ${css.list}`} aria-label="Your calls">
          {calls.map((call) => (
            <li key={call.id} className={`grid middle ${css.row}`}>
              <div>
                <p className={`cluster middle strong breaks ${css.device}`}>
                  {call.title}
                  <Badge kind={call.state === "upcoming" || call.state === "running" ? "info" : "sunk"}>
                    {callStateLabels[call.state]}
                  </Badge>
                </p>
                <p className="note">
                  {callTime(call, call.timezone, style)} with {call.hostName}
                </p>
              </div>
              {call.href && (
                <ButtonLink
                  size={40}
                  href={call.href}
                  aria-label={`${call.state === "upcoming" ? "Manage" : "Open"}: ${call.title}`}
                >
                  {call.state === "upcoming" ? "Manage" : "Open"}
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Empty
          level={3}
          title="No calls yet"
          text={
            isOffered ? "The strategy call is free, with no obligation." : "Calls that you have with us appear here."
          }
          action={
            <ButtonLink size={40} href={href}>
              {label}
            </ButtonLink>
          }
        />
      )}
    </AccountSection>
  );
}

function InvoicesPart({ documents, hasMoreDocuments, now }: Things) {
  const { pay, refusal } = usePayInvoice();
  return (
    <AccountSection
      id="invoices"
      scripted={documents.some(({ payable }) => payable) ? "Paying online needs" : undefined}
      title="Invoices"
      text="Invoices, receipts and credit notes."
    >
      <FormFailure text={refusal} />
      {documents.length > 0 ? (
        <DocumentList documents={documents} now={now} onPay={pay} />
      ) : (
        <Empty level={3} title="No invoices yet" text="The analysis is free. An invoice comes with a full blueprint." />
      )}
      {hasMoreDocuments && (
        <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
          <ButtonLink href="/invoices">All invoices and receipts</ButtonLink>
        </div>
      )}
    </AccountSection>
  );
}

const DownloadsPart = ({ blueprints }: Things) => (
  <AccountSection id="downloads" title="Downloads" text="Your analyses as files, and the free starter kit.">
    <ul className={`ruled ${css.list}`} aria-label="Your downloads">
      {blueprints
        .filter(({ latest }) => latest)
        .map((blueprint) => (
          <li key={blueprint.id} className={`grid middle ${css.row}`}>
            <p className={`cluster middle strong breaks ${css.device}`}>{blueprintName(blueprint)}</p>
            <p className={`cluster gap-50 ${css.rowActions}`}>
              <a href={`/blueprint/${blueprint.id}.pdf`} aria-label={`PDF of ${blueprintName(blueprint)}`}>
                PDF
              </a>
              <a href={`/blueprint/${blueprint.id}.xlsx`} aria-label={`Spreadsheet of ${blueprintName(blueprint)}`}>
                Spreadsheet
              </a>
            </p>
          </li>
        ))}
      <li className={`grid middle ${css.row}`}>
        <p className={`cluster middle strong breaks ${css.device}`}>Starter kit</p>
        <a href={starterKit.path} download>
          ZIP
        </a>
      </li>
    </ul>
  </AccountSection>
);
