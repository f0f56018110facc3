export const signupDialogIds = { newsletter: "newsletter", training: "training" } as const;
