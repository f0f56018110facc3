/** The actions of the prospect page, as its parts use them. */
export type ProspectActions<Intent extends string> = {
  perform: (values: { intent: Intent } & Record<string, string>) => void;
  isRunning: (intent: Intent) => boolean;
  refusalOf: (intent: Intent) => string | undefined;
  /** When the newest action was done, if it has this intent and its result is loaded; otherwise 0. */
  doneAtOf: (intent: Intent) => number;
};
