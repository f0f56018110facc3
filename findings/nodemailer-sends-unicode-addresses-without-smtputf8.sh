#!/usr/bin/env bash
# Expected: to a server that does not announce SMTPUTF8, nodemailer refuses a mail to an address with letters beyond ASCII before the @, as
# RFC 6531 (3.2) requires, and it always writes the domain in ASCII, as it does for anna@bücher.example.
# Instead: it sends RCPT TO with raw UTF-8 and without the SMTPUTF8 parameter, and because of the name before the @ it also leaves the domain
# in Unicode, in the envelope and in the To header.
# Hurt: senders to internationalized mailboxes. The refusal comes from the server, in its words and after the connection, or not at all.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error nodemailer@10.6.0 >/dev/null
cat > try.cjs <<'JS'
const net = require("node:net");
const nodemailer = require("nodemailer");
console.log(`nodemailer ${require("nodemailer/package.json").version}`);
const said = [];
const server = net.createServer((client) => {
  let isBody = false;
  let text = "";
  client.write("220 server.example ESMTP\r\n");
  client.on("data", (data) => {
    text += data;
    for (let end = text.indexOf("\r\n"); end !== -1; end = text.indexOf("\r\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      if (/^(RCPT TO|MAIL FROM|To:)/i.test(line)) said.push(line);
      if (isBody) {
        if (line === ".") client.write("250 ok\r\n"), (isBody = false);
      } else if (/^DATA/.test(line)) client.write("354 go on\r\n"), (isBody = true);
      else if (/^QUIT/.test(line)) client.end("221 bye\r\n");
      else client.write(/^EHLO/.test(line) ? "250-server.example\r\n250 8BITMIME\r\n" : "250 ok\r\n");
    }
  });
});
server.listen(0, "127.0.0.1", async () => {
  const transport = nodemailer.createTransport({ host: "127.0.0.1", port: server.address().port, ignoreTLS: true });
  for (const to of ["anna@bücher.example", "müller@bücher.example"])
    await transport.sendMail({ from: "me@sender.example", to, subject: "Hello", text: "Hello" });
  server.close();
  console.log(said.join("\n"));
  const asStated = [
    "MAIL FROM:<me@sender.example>",
    "RCPT TO:<anna@xn--bcher-kva.example>",
    "To: anna@xn--bcher-kva.example",
    "MAIL FROM:<me@sender.example>",
    "RCPT TO:<müller@bücher.example>",
    "To: müller@bücher.example",
  ];
  process.exitCode = JSON.stringify(said) === JSON.stringify(asStated) ? 0 : 1;
});
JS
node try.cjs
