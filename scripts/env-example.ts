import { writeFileSync } from "node:fs";
import { settingsExample } from "#app/platform/settings/settings-example.server.ts";

/** Writes .env.example from the settings: npm run script env-example. A test fails if it is outdated. */
writeFileSync(".env.example", settingsExample());
