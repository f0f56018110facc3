// Searches every tracked file for credentials by their documented formats.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";

const shapes = {
  "AWS access key": /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  "GitHub token": /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})\b/,
  "GitLab token": /\bglpat-[\w-]{20,}/,
  "npm token": /\bnpm_[A-Za-z0-9]{36}\b|_authToken=(?!\$)\S{20,}/,
  "Stripe key": /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}\b/,
  "Stripe webhook secret": /\bwhsec_[A-Za-z0-9+/]{24,}/,
  "Slack token": /\bxox[abeoprs]-[\w-]{10,}|hooks\.slack\.com\/services\/T\w+\/B\w+\/\w+/,
  "Google API key": /\bAIza[\w-]{35}\b/,
  "SendGrid key": /\bSG\.[\w-]{22}\.[\w-]{43}\b/,
  "language model key": /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}\b/,
  "JSON web token": /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
  "private key": /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
  // Excludes placeholders of examples.
  "password in an address":
    /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/?#@"'`<>${}]+:(?!(?:password|secret)@)[^\s:/?#@"'`<>${}]{6,}@/,
};

const largestText = 2 * 1024 * 1024;

export function secretsIn(text: string): { kind: string; found: string }[] {
  return Object.entries(shapes).flatMap(([kind, shape]) =>
    [...text.matchAll(new RegExp(shape, "g"))].map(([found]) => ({ kind, found })),
  );
}

function scan() {
  const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" })
    .split("\0")
    .filter((file) => file && existsSync(file) && statSync(file).isFile() && statSync(file).size <= largestText);
  const problems = files.flatMap((file) =>
    secretsIn(readFileSync(file, "latin1"))
      // The value itself is not printed, because the output may become a public log.
      .map(({ kind, found }) => `${file}: ${kind} (${found.slice(0, 6)}…)`),
  );
  return { files, problems };
}

if (import.meta.main) {
  const { files, problems } = scan();
  process.stdout.write(problems.length === 0 ? `${files.length} files\n` : `${problems.join("\n")}\n`);
  process.exit(problems.length === 0 && files.length > 100 ? 0 : 1);
}
