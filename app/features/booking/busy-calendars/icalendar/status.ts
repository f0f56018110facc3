import { type Component, property, valueText } from "./components.ts";
import { textOf } from "./events.ts";

/** Whether an event takes the host's time: it is not canceled or marked as free, and the host did not decline it. */
export function isBusy({ lines }: Component, emails: readonly string[]): boolean {
  const says = (name: string, value: string) => textOf(lines, name)?.toUpperCase() === value;
  if (says("STATUS", "CANCELLED") || says("TRANSP", "TRANSPARENT") || says("X-MICROSOFT-CDO-BUSYSTATUS", "FREE"))
    return false;
  return !isDeclined(lines.get("ATTENDEE") ?? [], emails);
}

/** A host who is invited at several addresses declines with all of them. */
function isDeclined(attendees: readonly string[], emails: readonly string[]): boolean {
  const answers = attendees.flatMap((line) => {
    const read = property(line);
    if (!read) return [];
    const { email = "", partstat = "" } = read.parameters;
    const addresses = [String(read.values[0]), email].map(addressOf);
    return addresses.some((address) => emails.includes(address)) ? [partstat.toUpperCase()] : [];
  });
  return answers.length > 0 && answers.every((answer) => answer === "DECLINED");
}

function addressOf(written: string): string {
  const address = written.trim().replace(/^mailto:/i, "");
  try {
    return decodeURIComponent(address).toLowerCase();
  } catch {
    return address.toLowerCase();
  }
}

/** Whether an event is one of our own calls: by its UID, or by our property, which is left where a program replaces the UID. */
export const isOurs = ({ lines }: Component, ownUids: ReadonlySet<string>): boolean =>
  ["UID", "X-GTMARC-CALL"].some((name) => (lines.get(name) ?? []).some((line) => ownUids.has(valueText(line))));
