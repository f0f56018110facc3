// Writes the starter kit for the build: npm run script starter-kit build/client
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { kitArchive } from "#app/features/kit/files/archive.server.ts";
import { starterKit } from "#app/features/kit/starter-kit.ts";

const file = join(process.argv[2] ?? "build/client", starterKit.path);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, await kitArchive(readFileSync("LICENSE", "utf8")));
