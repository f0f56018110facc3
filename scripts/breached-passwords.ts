/*
 * Writes app/features/accounts/passwords/breached-passwords.bin, the filter of refused passwords (decision 0030), from lists
 * with one password per line and from the dictionary of zxcvbn-ts. Passwords under eight characters are omitted: the form
 * refuses them anyway.
 *
 * Usage: npm run script breached-passwords LIST...
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { buildFilter } from "#app/features/accounts/passwords/bloom-filter.ts";

const shortest = 8;
const lists = process.argv.slice(2).map((file) => readFileSync(file, "utf8").split("\n"));
if (lists.length === 0) throw new Error("Usage: npm run script breached-passwords LIST...");

const members = new Set<string>();
for (const password of [...lists.flat(), ...dictionary["passwords-common"]]) {
  const plain = String(password).trim().normalize("NFKC").toLowerCase();
  if (plain.length >= shortest) members.add(plain);
}
const filter = buildFilter(members);
writeFileSync(join(import.meta.dirname, "../app/features/accounts/passwords/breached-passwords.bin"), filter);
process.stdout.write(`${members.size} passwords, ${filter.length} bytes\n`);
