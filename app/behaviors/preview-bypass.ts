// Preview hosts only: trusted pages can open and close the preview by message (spec: preview-messages).
import { nextPath } from "#app/lib/next-path.ts";
import { readPreviewMessage } from "#app/lib/preview-message.ts";

const call = "/api/functions/validate-preview-token";
const mark = "preview_test_mode";
const domains = (document.querySelector<HTMLMetaElement>("meta[name=preview-trusted]")?.content ?? "")
  .split(",")
  .filter(Boolean);

addEventListener("message", (event) => {
  const message = readPreviewMessage(event, location.origin, domains);
  if (message?.kind === "token") void open(message.token);
  if (message?.kind === "off") void close();
});

async function open(token: string) {
  const answer = await fetch(call, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok || !((await answer.json()) as { valid?: boolean }).valid) return;
  sessionStorage.setItem(mark, "true");
  if (location.pathname !== "/auth") location.reload();
  else location.assign(nextPath(new URLSearchParams(location.search).get("next")) ?? "/");
}

async function close() {
  await fetch(call, { method: "DELETE", credentials: "same-origin" });
  sessionStorage.removeItem(mark);
  location.reload();
}
