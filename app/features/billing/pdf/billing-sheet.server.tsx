import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { isoDay } from "#app/lib/dates/date-text.ts";
import { PdfHead, PdfLines, PdfNotice } from "#app/ui/pdf/blocks.server.tsx";
import { ink, type } from "#app/ui/pdf/ink.server.ts";
import { PdfDocument, PdfPage } from "#app/ui/pdf/page.server.tsx";
import { PdfTable } from "#app/ui/pdf/table.server.tsx";
import { addressLines, usdCents } from "../billing.ts";
import { countryName } from "../invoices/countries.ts";
import type { BillingDocument } from "../invoices/documents.server.ts";

type Fact = { label: string; text: string };

/** `children`: how to pay or what happens next. */
export function BillingSheet({
  title,
  lede,
  document,
  facts,
  datedOn,
  total,
  sign = 1,
  children,
}: {
  title: string;
  lede: string;
  document: BillingDocument;
  facts: readonly Fact[];
  /** The day of this document, if it is not the day of issue. */
  datedOn?: string;
  total: string;
  /** -1 on a credit note. */
  sign?: 1 | -1;
  children: ReactNode;
}) {
  const amount = usdCents(sign * document.amountCents);
  const { purchaseOrder, taxId } = document.billTo;
  const all: Fact[] = [
    ...facts,
    ...(purchaseOrder ? [{ label: "Your reference", text: purchaseOrder }] : []),
    ...(taxId ? [{ label: "Your tax ID", text: taxId }] : []),
  ];
  return (
    <PdfDocument title={`${title} ${document.number}`} subject={document.description} madeAt={document.issuedAt}>
      <PdfPage
        tag={document.number}
        block={{
          cells: [
            { label: "For", text: document.billTo.name },
            { label: title, text: document.number },
            { label: "Date", text: isoDay(datedOn ?? document.issuedOn) },
          ],
        }}
      >
        <PdfHead title={title} lede={lede} level={1} />
        <View style={{ flexDirection: "row", gap: 24, marginTop: 6, marginBottom: 26 }}>
          <Party label="From" lines={document.seller} />
          <Party label="To" lines={addressLines(document.billTo, countryName)} />
          <View style={{ flexBasis: 0, flexGrow: 1, borderTop: `1pt solid ${ink.text}`, paddingTop: 7, gap: 5 }}>
            {all.map(({ label, text }) => (
              <View key={label} style={{ flexDirection: "row", justifyContent: "space-between", gap: 8 }}>
                <Text style={{ ...type.note, flexShrink: 0 }}>{label}</Text>
                <Text style={{ ...type.body, ...type.numbers, fontSize: 8.6, flex: 1, textAlign: "right" }}>
                  {text}
                </Text>
              </View>
            ))}
          </View>
        </View>
        <PdfTable
          rows={[
            { key: "item", text: document.description, quantity: "1", amount },
            { key: "tax", text: document.taxNote, quantity: "", amount: "none charged" },
            { key: "total", text: total, quantity: "", amount: `${amount} USD` },
          ]}
          rowKey={({ key }) => key}
          total={({ key }) => key === "total"}
          columns={[
            { label: "Description", share: 6, cell: ({ text }) => text },
            { label: "Quantity", share: 1, numeric: true, cell: ({ quantity }) => quantity || null },
            { label: "Amount", share: 2, numeric: true, cell: (row) => row.amount },
          ]}
        />
        <View style={{ marginTop: 24, gap: 14 }}>{children}</View>
      </PdfPage>
    </PdfDocument>
  );
}

function Party({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <View style={{ flexBasis: 0, flexGrow: 1, borderTop: `1pt solid ${ink.text}`, paddingTop: 7 }}>
      <Text style={{ ...type.note, marginBottom: 4 }}>{label}</Text>
      <Text style={type.strong}>{lines[0]}</Text>
      <PdfLines style={type.body} lines={lines.slice(1)} />
    </View>
  );
}

export function PayTo({
  number,
  bank,
  contactEmail,
}: {
  number: string;
  bank: readonly string[];
  contactEmail: string;
}) {
  if (bank.length === 0)
    return (
      <PdfNotice title="How to pay">
        By bank transfer, with {number} as the reference. We send our account details by email from {contactEmail}.
      </PdfNotice>
    );
  return <PdfNotice title={`Pay by bank transfer, with ${number} as the reference`} lines={bank} />;
}

export const SmallPrint = ({ children }: { children: ReactNode }) => <Text style={type.small}>{children}</Text>;
