// Lays out the sheets of the sample analysis below the window, one per idle moment after the load, so that full-page captures
// and jumps have the whole page. Without this script the browser lays out each sheet as it comes near.
const sheets = [...document.querySelectorAll<HTMLElement>("[data-sample] > section[id]")];
// Safari has no idle callbacks.
const whenIdle: (run: () => void) => void =
  "requestIdleCallback" in window ? (run) => requestIdleCallback(run) : (run) => setTimeout(run, 50);

function layOutNext() {
  const sheet = sheets.shift();
  if (!sheet) return;
  sheet.dataset["laidOut"] = "";
  whenIdle(layOutNext);
}

if (document.readyState === "complete") whenIdle(layOutNext);
else addEventListener("load", () => whenIdle(layOutNext), { once: true });
