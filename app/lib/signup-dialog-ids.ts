/** What buttons outside the islands name to open their dialogs. */
export const signupDialogIds = { newsletter: "newsletter", training: "training" } as const;
