#!/bin/sh
# In offices people answer below each question of an Outlook quote and write "see below" above it. Outlook marks quoted
# lines with nothing, so one expects a library that extracts "the reply" to keep such a text whole, or to say that it
# cannot know. email-reply-parser, node-email-reply-parser and planer return "Hi, see below." without a hint: the answers
# are gone. It hurts help desks and CRMs that store only the extracted reply.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
npm install --silent --no-save --no-audit --no-fund --prefix "$dir" email-reply-parser@2.3.9 node-email-reply-parser@0.1.4 planer@1.2.0 >/dev/null
cat > read.cjs <<'JS'
const { default: EmailReplyParser } = require("email-reply-parser");
const nodeEmailReplyParser = require("node-email-reply-parser");
const planer = require("planer");
const version = (name) => require(`${process.cwd()}/node_modules/${name}/package.json`).version;
const block = "From: Acme <hello@acme.example>\nSent: Friday, November 27, 2026 10:00 AM\nTo: Dana\nSubject: A question";
const body = `Hi,\n\nsee below.\n\n${block}\n\nHow many people do it?\nTwelve.\nWhich tools do they use?\nHubSpot and Excel.\n`;
const replies = {
  "email-reply-parser": new EmailReplyParser().parseReply(body),
  "node-email-reply-parser": nodeEmailReplyParser(body).getVisibleText(),
  planer: planer.extractFrom(body, "text/plain"),
};
let failed = false;
for (const [name, reply] of Object.entries(replies)) {
  console.log(`${name} ${version(name)}: ${JSON.stringify(reply)}`);
  if (!reply.includes("see below") || /Twelve|HubSpot/.test(reply)) failed = true;
}
process.exit(failed ? 1 : 0);
JS
node --version
node read.cjs
