import { counted } from "#app/lib/numbers.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { DayOn, useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { daysLate, statusLabels, usdCents } from "../billing.ts";
import type { DocumentEntry } from "../payments/records.server.ts";
import css from "./document-list.module.css";

export const DocumentList = ({
  documents,
  now,
  onPay,
}: {
  documents: readonly DocumentEntry[];
  now: Date;
  onPay: (paymentId: string) => void;
}) => (
  <Table
    caption="Invoices and receipts"
    quiet
    rows={documents}
    rowKey={({ number }) => number}
    columns={[
      { label: "Number", heads: true, cell: ({ number }) => <span className="num">{number}</span> },
      { label: "Date", cell: ({ issuedOn }) => <DayOn date={issuedOn} /> },
      { label: "State", cell: (document) => <DocumentState document={document} now={now} /> },
      {
        label: "PDF",
        cell: ({ number, files, payable }) => (
          <span className={`cluster ${css.files}`}>
            {files.map(({ label, file }) => (
              <a key={file} href={`/invoices/${file}`} aria-label={`${label} ${number} as PDF`}>
                {label}
              </a>
            ))}
            {payable && (
              <Button size={32} aria-label={`Pay online: ${number}`} onClick={() => onPay(payable)}>
                Pay online
              </Button>
            )}
          </span>
        ),
      },
      {
        label: "Amount",
        numeric: true,
        cell: ({ kind, amountCents }) => usdCents(kind === "credit-note" ? -amountCents : amountCents),
      },
    ]}
  />
);

function DocumentState({
  document: { kind, status, dueOn, paidOn, isCredited },
  now,
}: {
  document: DocumentEntry;
  now: Date;
}) {
  const { isoDay } = useFirmDates();
  if (kind === "credit-note") return <Badge>Credit</Badge>;
  if (isCredited && (status === "paid" || status === "open")) return <Badge kind="sunk">Replaced</Badge>;
  if (status === "paid")
    return (
      <Badge kind="positive" icon="check">
        Paid
        {paidOn && (
          <>
            {" "}
            <DayOn date={paidOn} />
          </>
        )}
      </Badge>
    );
  if (status !== "open") return <Badge kind="sunk">{statusLabels[status]}</Badge>;
  const late = daysLate(dueOn, isoDay(now));
  if (late > 0)
    return (
      <Badge kind="caution" icon="clock">
        Late {counted(late, "day")}
      </Badge>
    );
  return (
    <Badge icon="clock">
      {dueOn ? (
        <>
          Due <DayOn date={dueOn} />
        </>
      ) : (
        "Open"
      )}
    </Badge>
  );
}
