import { FunnelMatch, type FunnelMatchKind, matchKinds } from "./funnel-definition.ts";

/** Returns the text form of a match, as admins type it: `/pricing`, `click: button`, `booking.scheduled`. */
export function matchText(match: FunnelMatch): string {
  switch (match.kind) {
    case "page":
      return match.path;
    case "event":
    case "conversion":
      return `${match.type}: ${match.name}`;
    case "stage":
      return `${match.stage}.${match.substage}`;
  }
}

/** Parses a typed text; a missing name or substage matches any. Null if it is empty or too long. */
export function readMatch(kind: FunnelMatchKind, typed: string): FunnelMatch | null {
  const text = typed.trim();
  if (text === "") return null;
  const split = (sign: string): [string, string] => {
    const at = text.indexOf(sign);
    return at === -1 ? [text, "*"] : [text.slice(0, at).trim() || "*", text.slice(at + sign.length).trim() || "*"];
  };
  const parts = { page: () => ({ path: text }), event: named, conversion: named, stage: staged };
  function named() {
    const [type, name] = split(":");
    return { type, name };
  }
  function staged() {
    const [stage, substage] = split(".");
    return { stage, substage };
  }
  const read = FunnelMatch.safeParse({ kind, ...parts[kind]() });
  return read.success ? read.data : null;
}

/** `matchLabel(…) === "Page /pricing"`, `"Any page"` for every page */
export const matchLabel = (match: FunnelMatch): string =>
  match.kind === "page" && match.path === "*" ? "Any page" : `${matchKinds[match.kind]} ${matchText(match)}`;
