/** Says what a long step does, and every five seconds that it goes on. Returns what ends it. */
export function showProgress(what) {
  const started = Date.now();
  process.stderr.write(`${what} ...\n`);
  const timer = setInterval(
    () => process.stderr.write(`  ${Math.round((Date.now() - started) / 1000)} s ...\n`),
    5_000,
  );
  return () => clearInterval(timer);
}
