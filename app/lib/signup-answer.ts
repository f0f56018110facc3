/** What a form is told by whoever sends it. Without a message the form uses its own words. */
export type SignupAnswer =
  | { ok: true; message?: string }
  | { ok: false; message?: string; fields?: Record<string, string> };

export type SignupToast = { title: string; text: string; kind: "done" | "info" | "error" };
