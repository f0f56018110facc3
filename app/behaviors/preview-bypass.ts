// Preview hosts only: trusted pages can open and close the preview by message (spec: preview-messages).
import { nextPath } from "#app/lib/addresses/next-path.ts";
import { previewMark, readPreviewMessage } from "#app/lib/forms/preview-message.ts";

const call = "/api/functions/validate-preview-token";
const meta = document.querySelector<HTMLMetaElement>("meta[name=preview-trusted]");
const domains = (meta?.content ?? "").split(",").filter(Boolean);
const isOpen = meta?.dataset["open"] !== undefined;

keepMark(isOpen);

addEventListener("message", (event) => {
  const message = readPreviewMessage(event, location.origin, domains);
  if (message?.kind === "token" && !isOpen) void open(message.token);
  if (message?.kind === "off") void close();
});

const sender: Window | null = window.opener ?? (window.parent === window ? null : window.parent);
sender?.postMessage({ type: "gtmarc-preview", ready: true }, "*");

async function open(token: string) {
  const answer = await fetch(call, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok || !((await answer.json()) as { valid?: boolean }).valid) return;
  keepMark(true);
  if (location.pathname !== "/auth") location.reload();
  else location.assign(nextPath(new URLSearchParams(location.search).get("next")) ?? "/");
}

function keepMark(isSet: boolean) {
  try {
    if (isSet) sessionStorage.setItem(previewMark, "true");
    else sessionStorage.removeItem(previewMark);
  } catch {
    // Without storage the cookie still works.
  }
}

async function close() {
  await fetch(call, { method: "DELETE", credentials: "same-origin" });
  keepMark(false);
  location.reload();
}
