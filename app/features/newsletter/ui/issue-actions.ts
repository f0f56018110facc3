export type IssueIntent =
  | "test"
  | "send"
  | "unschedule"
  | "pause"
  | "resume"
  | "cancel"
  | "delete"
  | "publish"
  | "withdraw";

/** The actions that the page passes to its parts: see routes/admin/act. */
export type IssueActions = {
  act: (values: { intent: IssueIntent } & Record<string, string>) => Promise<void>;
  busy: boolean;
  running: FormData | null;
  doneAt: number;
  refusal: string | undefined;
};
