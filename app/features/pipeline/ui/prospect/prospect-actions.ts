export type ProspectActions<Intent extends string> = {
  perform: (values: { intent: Intent } & Record<string, string>) => void;
  isRunning: (intent: Intent) => boolean;
  refusalOf: (intent: Intent) => string | undefined;
  /** Time of the newest action if it has this intent and its result is loaded; otherwise 0. */
  doneAtOf: (intent: Intent) => number;
};
