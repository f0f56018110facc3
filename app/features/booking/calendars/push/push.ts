/* Why changes of a calendar are read every minute instead of being reported. Safe in the browser. */

export const pushProblemTexts = {
  no_reports: "CalDAV servers do not report changes",
  no_address: "this site has no public https address",
  address_refused: "the service could not verify or reach the address of this site",
  not_supported: "the service does not report changes of this calendar",
  asked_to_wait: "the service asks to wait before it can report them",
  failed: "the service could not be asked to report them",
  not_heard: "the service has not reached this site yet",
} as const;
export type PushProblem = keyof typeof pushProblemTexts;
