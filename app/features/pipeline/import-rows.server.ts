import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { emailAddress } from "#app/lib/email-address.ts";
import { optionalLine } from "#app/lib/text.ts";
import { type ImportChoices, type ImportField, importFields, type RejectedRow } from "./import-file.ts";
import { maxTags } from "./prospect-input.ts";

const ImportRow = z.object({
  email: emailAddress("Enter a valid email address."),
  name: optionalLine(100),
  company: optionalLine(200),
  website: optionalLine(500),
  role: optionalLine(100),
  industry: optionalLine(100),
  employees: z.preprocess(
    (value) => (value === "" || value === undefined ? undefined : Number(String(value).replace(/[,\s]/g, ""))),
    z.int({ error: "Enter a whole number." }).min(1).max(1_000_000).optional(),
  ),
  tags: z.preprocess(
    (value) => [
      ...new Set(
        String(value ?? "")
          .toLowerCase()
          .split(/[,;]/)
          .map((tag) => tag.trim())
          .filter(Boolean),
      ),
    ],
    z.array(z.string().max(40, "Use at most 40 characters.")).max(maxTags, `Use at most ${maxTags} tags.`),
  ),
});
export type ImportRow = z.infer<typeof ImportRow>;

const rowsAtOnce = 250;

/**
 * Checks every data row. Rejects the second occurrence of an address and ignores blank rows. Yields to other work every few hundred
 * rows, because a large file takes about a second.
 */
export async function checkRows(
  rows: readonly (readonly string[])[],
  columns: ImportChoices["columns"],
): Promise<{ valid: ImportRow[]; rejected: RejectedRow[] }> {
  const valid: ImportRow[] = [];
  const rejected: RejectedRow[] = [];
  const rowOf = new Map<string, number>();
  for (const [at, cells] of rows.entries()) {
    if (at === 0 || isBlank(cells)) continue;
    if (at % rowsAtOnce === 0) await setImmediate();
    const row = at + 1;
    const result = ImportRow.safeParse(valuesOf(cells, columns));
    const first = result.success ? rowOf.get(result.data.email) : undefined;
    if (!result.success) rejected.push({ row, problem: problemOf(result.error), cells });
    else if (first !== undefined) rejected.push({ row, problem: `Email: the same address is in row ${first}.`, cells });
    else {
      rowOf.set(result.data.email, row);
      valid.push(result.data);
    }
  }
  return { valid, rejected };
}

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");

function valuesOf(cells: readonly string[], columns: ImportChoices["columns"]): Record<string, string> {
  const { firstName, lastName, ...values } = Object.fromEntries(
    Object.entries(columns).map(([field, at]) => [field, (cells[at] ?? "").trim()]),
  );
  return { ...values, name: values["name"] || [firstName, lastName].filter(Boolean).join(" ") };
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  const field = importFields[String(issue?.path[0]) as ImportField]?.label;
  return field ? `${field}: ${issue?.message}` : (issue?.message ?? "This row cannot be read.");
}
