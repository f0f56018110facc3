/** Keeps the browser quiet without a network and able to run as root; changes no page behavior. */
export const chromeFlags = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  // Visits of a browser that a program drives are rejected.
  "--disable-blink-features=AutomationControlled",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
