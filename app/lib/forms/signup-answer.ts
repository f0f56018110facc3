/** The response to a sign-up form. Without a message the form uses its own text. */
export type SignupAnswer =
  | { ok: true; message?: string }
  | { ok: false; message?: string; fields?: Record<string, string> };

export type SignupToast = { title: string; text: string; kind: "done" | "info" | "error" };
