/** What the page hands to the parts that act: see routes/admin/act. */
export type IssueActs = {
  act: (values: Record<string, string>) => Promise<void>;
  busy: boolean;
  running: FormData | null;
  /** When the last act that worked did so. */
  doneAt: number;
  refusal: string | undefined;
};
