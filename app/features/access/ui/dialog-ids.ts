/** What buttons outside the island name to open one of its dialogs. */
export const accessDialogIds = { request: "access-request", code: "access-code" } as const;
