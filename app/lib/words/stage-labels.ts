export const defaultStageLabels: readonly string[] = [
  "Lead",
  "New analysis",
  "Qualified",
  "Call booked",
  "Proposal",
  "Won",
  "Lost",
];

let read = (): readonly string[] => defaultStageLabels;

/** Where the labels are: the settings on the server, the data of the admin layout in a browser. */
export const readStageLabelsFrom = (source: () => readonly string[]): void => {
  read = source;
};

/** The firm's labels of the pipeline's stages, in their order. It can change them, so read them when a text is made. */
export const stageLabels = (): readonly string[] => read();
