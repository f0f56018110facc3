/** Keeps the browser quiet on machines without a network and able to run as root; nothing that changes how pages behave. */
export const chromeFlags = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
