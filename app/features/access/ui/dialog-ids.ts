export const accessDialogIds = { request: "access-request", code: "access-code" } as const;
