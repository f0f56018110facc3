import { existsSync } from "node:fs";
import { starterKit } from "./starter-kit.ts";

/** Whether this build holds the archive, so that the page never shows a button that leads nowhere. */
export const isKitBuilt = (): boolean => existsSync(`${__BUILD_DIR__}/client${starterKit.path}`);
