import { Link } from "react-router";
import { type EndReason, endReasons } from "#app/features/sequences/definitions/definition.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { Button, buttonClass } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import { Fold } from "#app/ui/sections/fold.tsx";
import css from "./view-preview.module.css";

type Person = { prospectId: string; email: string; name: string | null; why: EndReason | null };
type ViewPreview = {
  people: number;
  isTruncated: boolean;
  enrol: number;
  blocked: readonly { why: EndReason; people: number }[];
  sample: readonly Person[];
};

export function ViewPreviewSheet({
  name,
  preview,
  isReady,
  closeHref,
  onEnroll,
}: {
  name: string;
  preview: ViewPreview | null;
  isReady: boolean;
  closeHref: string;
  onEnroll: () => void;
}) {
  const columns: Column<Person>[] = [
    {
      label: "Person",
      heads: true,
      cell: ({ prospectId, name: who, email }) => (
        <Link to={`/admin/prospect-pipeline/${prospectId}`}>{who ?? email}</Link>
      ),
    },
    { label: "Email", cell: ({ email }) => email },
    { label: "Result", cell: ({ why }) => (why ? `Left out: ${endReasons[why]}` : "Will be enrolled") },
  ];
  return (
    <section className={`grid gap-90 card ${css.sheet}`} aria-label={`Preview of ${name}`}>
      <div className="line middle between gap-100">
        <h2 className="larger strong">{name}</h2>
        <Link className={buttonClass({ size: 32 })} to={closeHref} preventScrollReset>
          Close
        </Link>
      </div>
      {preview ? (
        <>
          <p role="status">
            <b className="num">{formatNumber(preview.enrol)}</b> of {formatNumber(preview.people)}{" "}
            {preview.people === 1 ? "person" : "people"} can be enrolled.
          </p>
          {preview.isTruncated && (
            <Notice kind="info">
              {`This view has more than ${formatNumber(preview.people)} people. Only the first ${formatNumber(preview.people)} can be enrolled at once: filter the pipeline into smaller views to enroll the others.`}
            </Notice>
          )}
          {preview.blocked.length > 0 && (
            <ul className={`cluster soft smaller ${css.reasons}`} aria-label="Reasons for leaving people out">
              {preview.blocked.map(({ why, people }) => (
                <li key={why}>
                  <b className="num">{formatNumber(people)}</b> {endReasons[why]}
                </li>
              ))}
            </ul>
          )}
          <div>
            <Button variant="primary" size={40} disabled={!isReady || preview.enrol === 0} onClick={onEnroll}>
              {`Enroll ${formatNumber(preview.enrol)}`}
            </Button>
          </div>
          {preview.sample.length > 0 && (
            <Fold
              title={
                preview.sample.length < preview.people
                  ? `The first ${formatNumber(preview.sample.length)} people`
                  : "Everyone in this view"
              }
            >
              <Table
                caption={`People in ${name}`}
                quiet
                columns={columns}
                rows={preview.sample}
                rowKey={({ prospectId }) => prospectId}
              />
            </Fold>
          )}
        </>
      ) : (
        <Notice kind="info">Publish a version to see who can be enrolled.</Notice>
      )}
    </section>
  );
}
