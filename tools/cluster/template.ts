import { chownSync, readFileSync, writeFileSync } from "node:fs";
import type { RunAs } from "../../app/platform/postgres/command.server.ts";

/** Fills in `${NAME}` as envsubst does, and writes the file for the user that runs the program. Throws for a missing value. */
export function writeFromTemplate(
  template: string,
  file: string,
  values: Readonly<Record<string, string | number>>,
  runAs: RunAs,
): string {
  const text = readFileSync(template, "utf8").replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${template} needs a value for ${name}`);
    return String(value);
  });
  writeFileSync(file, text, { mode: 0o600 });
  if (runAs) chownSync(file, runAs.uid, runAs.gid);
  return file;
}
