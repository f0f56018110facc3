import { type ReactNode, useState } from "react";
import type { CsvFault, CsvReading } from "#app/features/wizard/answers/csv-import.ts";
import { counted } from "#app/lib/numbers.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import css from "./csv-import.module.css";

export function CsvImport<Item>({
  what,
  columns,
  disabled,
  read,
  summarize,
  onAdd,
}: {
  what: { one: string; many: string };
  columns: string;
  disabled: boolean;
  /** Reads the file; loads the parser on first use. */
  read: (bytes: Uint8Array) => Promise<CsvReading<Item>>;
  summarize: (item: Item) => { name: string; text: string };
  onAdd: (items: Item[]) => void;
}) {
  const [open, setOpen] = useState(false);
  const [reading, setReading] = useState<CsvReading<Item> | null>(null);
  const close = () => {
    setOpen(false);
    setReading(null);
  };
  const choose = async (file: File | undefined) => {
    if (!file) return setReading(null);
    const failed = {
      kind: "refused" as const,
      message: "The file could not be read. Check your connection and choose it again.",
    };
    setReading(
      await file
        .arrayBuffer()
        .then((content) => read(new Uint8Array(content)))
        .catch(() => failed),
    );
  };
  const items = reading?.kind === "read" ? reading.items : [];
  return (
    <>
      <Button variant="tertiary" size={40} icon="download" disabled={disabled} onClick={() => setOpen(true)}>
        Import {what.many} from a CSV file
      </Button>
      <Dialog open={open} onClose={close} title={`Import ${what.many}`}>
        <div className="grid gap-125">
          <Field
            label="CSV file"
            hint={`The first line names the columns: ${columns}. The file is read in your browser; only what you add is saved.`}
            error={reading?.kind === "refused" ? reading.message : undefined}
            announced
          >
            {(wiring) => (
              <input
                type="file"
                accept=".csv,.tsv,.txt,text/csv"
                {...wiring}
                onChange={(event) => void choose(event.target.files?.[0])}
              />
            )}
          </Field>
          {reading?.kind === "read" && (
            <Preview
              rows={items.map(({ line, item }) => ({ line, ...summarize(item) }))}
              caption={`${counted(items.length, what.one, what.many)} to add`}
              faults={reading.faults}
              unused={reading.unused}
            />
          )}
          <div className="row">
            <Button
              variant="primary"
              disabled={items.length === 0}
              onClick={() => {
                onAdd(items.map(({ item }) => item));
                close();
              }}
            >
              {items.length === 0 ? "Add" : `Add ${counted(items.length, what.one, what.many)}`}
            </Button>
            <Button onClick={close}>Cancel</Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

function Preview({
  rows,
  caption,
  faults,
  unused,
}: {
  rows: readonly { line: number; name: string; text: string }[];
  caption: string;
  faults: readonly CsvFault[];
  unused: readonly string[];
}): ReactNode {
  return (
    <div className={`grid gap-100 ${css.preview}`} role="status">
      {faults.length > 0 && (
        <Notice kind="caution" title={`${counted(faults.length, "line is", "lines are")} not added`}>
          <ul className={`grid breaks ${css.faults}`}>
            {faults.map(({ line, message }) => (
              <li key={line}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {unused.length > 0 && (
        <Notice kind="caution" title="Columns that are not imported">
          {unused.join(", ")}
        </Notice>
      )}
      {rows.length > 0 && (
        <table className={`full-width ${css.rows}`}>
          <caption className="note">{caption}</caption>
          <tbody>
            {rows.map(({ line, name, text }) => (
              <tr key={line}>
                <th scope="row">{name}</th>
                <td className="num">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
