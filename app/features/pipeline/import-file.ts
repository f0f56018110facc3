import { z } from "zod";
import { emailAddress } from "#app/lib/email-address.ts";
import { optionalLine } from "#app/lib/text.ts";
import { maxTags } from "./prospect-input.ts";

/* What a CSV file of prospects may hold, and how its columns are matched. Pure; safe in the browser. */

export const maxImportBytes = 5 * 1024 * 1024;
export const maxImportRows = 20_000;
/** An upload that was not imported, and the file of rejected rows, are deleted after so many hours. */
export const importHours = 24;

/** The fields that a column can fill, with other names that files use for them. */
export const importFields = {
  email: { label: "Email", names: ["email", "e-mail", "mail", "email address", "work email"] },
  name: { label: "Name", names: ["name", "full name", "contact", "contact name"] },
  firstName: { label: "First name", names: ["first name", "firstname", "given name"] },
  lastName: { label: "Last name", names: ["last name", "lastname", "surname", "family name"] },
  company: { label: "Company", names: ["company", "company name", "organization", "organisation", "account"] },
  website: { label: "Website", names: ["website", "domain", "url", "company website", "company domain name"] },
  role: { label: "Role", names: ["role", "title", "job title", "position"] },
  industry: { label: "Industry", names: ["industry", "sector"] },
  employees: { label: "Employees", names: ["employees", "company size", "headcount", "number of employees"] },
  tags: { label: "Tags", names: ["tags", "labels"] },
} as const;
export type ImportField = keyof typeof importFields;
const fieldKeys = Object.keys(importFields) as [ImportField, ...ImportField[]];

/** `columns`: the position of the column for each field. `existing`: what happens to addresses that are in the pipeline. */
export const ImportChoices = z.object({
  columns: z.partialRecord(z.enum(fieldKeys), z.int().min(0).max(999)),
  existing: z.enum(["skip", "fill"]),
});
export type ImportChoices = z.infer<typeof ImportChoices>;

/** The columns that fit by their headings. */
export function guessColumns(header: readonly string[]): ImportChoices["columns"] {
  const headings = header.map((heading) => heading.trim().toLowerCase().replaceAll("_", " "));
  const found: ImportChoices["columns"] = {};
  for (const field of fieldKeys) {
    const at = headings.findIndex((heading) => (importFields[field].names as readonly string[]).includes(heading));
    if (at >= 0) found[field] = at;
  }
  return found;
}

/** Choices from a form or an address (`email=0&name=2&existing=fill`); what is missing falls back to `guess`. */
export function readChoices(params: URLSearchParams, guess: ImportChoices["columns"]): ImportChoices {
  const existing = params.get("existing") === "fill" ? "fill" : "skip";
  if (!fieldKeys.some((field) => params.has(field))) return { columns: guess, existing };
  const columns: ImportChoices["columns"] = {};
  for (const field of fieldKeys) {
    const at = Number(params.get(field) || Number.NaN);
    if (Number.isInteger(at) && at >= 0 && at < 1000) columns[field] = at;
  }
  return { columns, existing };
}

export const choiceParams = ({ columns, existing }: ImportChoices): Record<string, string> => ({
  ...Object.fromEntries(fieldKeys.map((field) => [field, columns[field] === undefined ? "" : String(columns[field])])),
  existing,
});

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

/** `row`: its number in the file, where the heading is row 1. */
export type RejectedRow = { row: number; problem: string; cells: readonly string[] };

/** Checks every row under the heading. An address that occurs twice is rejected the second time. Blank rows are ignored. */
export function checkRows(
  rows: readonly (readonly string[])[],
  columns: ImportChoices["columns"],
): { valid: ImportRow[]; rejected: RejectedRow[] } {
  const valid: ImportRow[] = [];
  const rejected: RejectedRow[] = [];
  const rowOf = new Map<string, number>();
  for (const [at, cells] of rows.entries()) {
    if (at === 0 || isBlank(cells)) continue;
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
