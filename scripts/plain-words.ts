// A step of `npm run check`: no tracked source or document uses a word that word-rules.ts replaces.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { wordProblems } from "./word-rules.ts";

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter(
    (file) =>
      /\.(ts|tsx|js|cjs|css|md)$/.test(file) && !/\/vectors\/|^scripts\/word-rules/.test(file) && existsSync(file),
  );
const problems = files.flatMap((file) => wordProblems(file, readFileSync(file, "utf8")));
process.stdout.write(problems.length === 0 ? `${files.length} files\n` : `${problems.join("\n")}\n`);
process.exit(problems.length === 0 ? 0 : 1);
