// Downloads the starter kit: fetches, saves, counts, and shows a toast. Without this script its button and link load the file
// directly.
import { prepare, send } from "#app/island-kit/bus.ts";
import { collect } from "#app/lib/browsers/collected.ts";
import { csrfToken } from "#app/lib/browsers/csrf-token.ts";
import { cut } from "#app/lib/words/cut.ts";

const find = <El extends HTMLElement>(selector: string) => document.querySelector<El>(selector);
let busy = false;

document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || !("download" in event.target.dataset)) return;
  event.preventDefault();
  void download(event.target.dataset);
});
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-download]") : null;
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  void download(link.dataset);
});

for (const type of ["pointerover", "focusin"])
  document.addEventListener(type, ({ target }) => {
    if ((target as Element).closest?.("[data-download]")) prepare("toast");
  });

async function download({ file = "", version = "", done = "", failed = "" }: DOMStringMap) {
  if (busy) return;
  setBusy(true);
  try {
    await save(`/downloads/${file}`, file, version);
    send("toast", { kind: "done", text: done });
    collect({ type: "conversion", data: { conversion_type: "download", conversion_name: `/downloads/${file}` } });
    await count(version).catch(() => {});
  } catch {
    send("toast", { kind: "error", text: failed });
    // It can be tried again at once (ui/forms/form-sending.ts).
    find("form[data-download]")?.dispatchEvent(new Event("change", { bubbles: true }));
  } finally {
    setBusy(false);
  }
}

function setBusy(isBusy: boolean) {
  busy = isBusy;
  const button = find("form[data-download] button");
  if (!button) return;
  button.ariaDisabled = isBusy ? "true" : null;
  if (isBusy) button.dataset.busy = "true";
  else delete button.dataset.busy;
}

async function save(address: string, file: string, version: string) {
  const answer = await fetch(`${address}?v=${version}`, { cache: "no-store" });
  if (!answer.ok || answer.headers.get("content-type") !== "application/zip") throw new Error(String(answer.status));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Counts complete downloads only; a failed count does not fail the download. */
async function count(version: string) {
  const query = new URLSearchParams(location.search);
  const campaign = ["utm_source", "utm_medium", "utm_campaign"].flatMap((name) =>
    query.get(name) ? [[name, cut(query.get(name)!, 100)]] : [],
  );
  await fetch("/api/downloads", {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": csrfToken() },
    body: JSON.stringify({
      download_type: "public_lite",
      file_format: "zip",
      tier: "public",
      referrer: document.referrer.slice(0, 500) || "direct",
      ...Object.fromEntries(campaign),
      metadata: { user_agent: navigator.userAgent.slice(0, 500), version },
    }),
  });
  const answer = await fetch("/api/downloads/public_lite/count", { cache: "no-store" });
  const { count } = (await answer.json()) as { count: number };
  const counter = find("[data-count]");
  if (!counter || !answer.ok) return;
  counter.textContent = count.toLocaleString("en-US");
  counter.parentElement!.hidden = count < Number(counter.dataset["count"]);
}
