import { rmSync } from "node:fs";

/** Removes the data directory of the journeys; it was made for this run. */
export default function teardown() {
  const dataDir = process.env["E2E_DATA_DIR"];
  if (dataDir?.includes("gtmarc-journeys-")) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
