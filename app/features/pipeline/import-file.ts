import { z } from "zod";

/* The fields of a CSV file of prospects, and the matching of its columns. Pure; safe in the browser. */

export const maxImportBytes = 5 * 1024 * 1024;
export const maxImportRows = 20_000;
export const maxImportColumns = 200;
/** Unused uploads and files of rejected rows are deleted after this many hours. */
export const importHours = 24;
export const defaultFileName = "prospects.csv";

/** Fields that a column can fill, with other names that files use for them. */
export const importFields = {
  email: { label: "Email", names: ["email", "e-mail", "mail", "email address", "work email"] },
  name: { label: "Name", names: ["name", "full name", "contact", "contact name"] },
  firstName: { label: "First name", names: ["first name", "firstname", "given name"] },
  lastName: { label: "Last name", names: ["last name", "lastname", "surname", "family name"] },
  company: { label: "Company", names: ["company", "company name", "organization", "organization", "account"] },
  website: { label: "Website", names: ["website", "domain", "url", "company website", "company domain name"] },
  role: { label: "Role", names: ["role", "title", "job title", "position"] },
  industry: { label: "Industry", names: ["industry", "sector"] },
  employees: { label: "Employees", names: ["employees", "company size", "headcount", "number of employees"] },
  tags: { label: "Tags", names: ["tags", "labels"] },
} as const;
export type ImportField = keyof typeof importFields;
const fieldKeys = Object.keys(importFields) as [ImportField, ...ImportField[]];

/** `columns`: the position of the column for each field. `existing`: the handling of addresses that are already in the pipeline. */
export const ImportChoices = z.object({
  columns: z.partialRecord(z.enum(fieldKeys), z.int().min(0).max(999)),
  existing: z.enum(["skip", "fill"]),
});
export type ImportChoices = z.infer<typeof ImportChoices>;

export function guessColumns(header: readonly string[]): ImportChoices["columns"] {
  const headings = header.map((heading) => heading.trim().toLowerCase().replaceAll("_", " "));
  const found: ImportChoices["columns"] = {};
  for (const field of fieldKeys) {
    const at = headings.findIndex((heading) => (importFields[field].names as readonly string[]).includes(heading));
    if (at >= 0) found[field] = at;
  }
  return found;
}

/** Reads choices from a form or URL (`email=0&name=2&existing=fill`); missing ones fall back to `guess`. */
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

/** `row`: its number in the file; the header is row 1. */
export type RejectedRow = { row: number; problem: string; cells: readonly string[] };
