/** `unknown`: the DNS did not respond, or the name of the record is not known. Never shown as missing. */
export const recordStates = ["found", "missing", "wrong", "unknown"] as const;
export type RecordState = (typeof recordStates)[number];
export const recordKinds = ["SPF", "DKIM", "DMARC"] as const;

/** A TXT record that lets other mail servers check the sender. `value`: the record to add or to replace it with. */
export type SenderRecord = {
  kind: (typeof recordKinds)[number];
  state: RecordState;
  text: string;
  name: string;
  value: string | null;
};
