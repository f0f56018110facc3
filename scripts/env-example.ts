import { writeFileSync } from "node:fs";
import { settingsExample } from "#app/platform/settings-example.ts";

/** Writes .env.example from the settings: node scripts/env-example.ts. A test fails if it is outdated. */
writeFileSync(".env.example", settingsExample());
