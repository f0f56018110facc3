// Reads the settings file, and refuses a start for which systemd has read the same file differently.
// Plain JavaScript for Node 20, like everything that runs before Node 24 takes over.
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/**
 * Sets the variables of `file` that the environment does not have. Returns the names of those that the environment has as
 * systemd's `EnvironmentFile=` reads them, where Node reads another value.
 */
export function readSettingsFile(file, environment = process.env) {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  const bySystemd = systemdValues(text);
  const differing = [];
  for (const [name, value] of Object.entries(parseEnv(text))) {
    const present = environment[name];
    if (present === undefined) environment[name] = value;
    else if (present !== value && present === bySystemd.get(name)) differing.push(name);
  }
  return differing.sort();
}

/** As readSettingsFile; ends the process with status 2 if the readers differ. */
export function loadSettingsFile(file) {
  const differing = readSettingsFile(file);
  if (differing.length === 0) return;
  process.stderr.write(
    `systemd and Node read ${differing.join(", ")} in ${file} differently, because of a character such as # or \\. ` +
      "Remove EnvironmentFile from the unit, as in deploy/systemd, or enclose the value in single quotes.\n",
  );
  process.exit(2);
}

/** The one-line values as systemd reads them (systemd.exec(5), EnvironmentFile=). */
export function systemdValues(text) {
  const values = new Map();
  for (const line of text.split("\n")) {
    const [, name, raw] = /^\s*([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? [];
    if (name !== undefined) values.set(name, systemdValue(raw));
  }
  return values;
}

function systemdValue(raw) {
  let value = "";
  let kept = 0;
  let quote = "";
  let isPlain = false;
  for (let at = 0; at < raw.length; at += 1) {
    const character = raw[at];
    if (quote) {
      if (character === quote) quote = "";
      else if (quote === '"' && character === "\\") {
        at += 1;
        value += '"\\`$'.includes(raw[at] ?? "-") ? raw[at] : `\\${raw[at] ?? ""}`;
      } else value += character;
      kept = value.length;
    } else if (!isPlain && /\s/.test(character)) {
    } else if (!isPlain && (character === '"' || character === "'")) {
      quote = character;
    } else {
      isPlain = true;
      if (character === "\\") at += 1;
      value += raw[at] ?? "";
      if (!/\s/.test(character)) kept = value.length;
    }
  }
  return value.slice(0, kept);
}
