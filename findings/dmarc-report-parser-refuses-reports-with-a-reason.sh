#!/usr/bin/env bash
# Expected: a parser of DMARC reports reads the element "reason", with which receivers say that they overrode the policy ("forwarded",
# "mailing_list", "local_policy"). Each record may have any number of them (RFC 7489, appendix C, PolicyEvaluatedType).
# Instead: dmarc-report-parser refuses every report that has one, and with it all other files of the same call. Its own schema knows the
# element, but it checks an array where it expects the text. Without the element the same report is read.
# Hurt: owners of domains. Reports of large receivers, which mark forwarded and list mail in this way, are the ones that are missing before
# a policy is made stricter: the mail of customers who forward is then refused.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error dmarc-report-parser@0.1.5 >/dev/null
node - <<'JS'
const { readFileSync } = require("node:fs");
const { parseDmarcReportsFromXml } = require("dmarc-report-parser");
console.log(`dmarc-report-parser ${JSON.parse(readFileSync("node_modules/dmarc-report-parser/package.json", "utf8")).version}`);
const report = (reason) => `<?xml version="1.0" encoding="UTF-8"?>
<feedback>
  <version>1.0</version>
  <report_metadata>
    <org_name>Receiver</org_name><email>dmarc@receiver.example</email><report_id>1</report_id>
    <date_range><begin>1767225600</begin><end>1767312000</end></date_range>
  </report_metadata>
  <policy_published><domain>acme.example</domain><adkim>r</adkim><aspf>r</aspf><p>reject</p><sp>reject</sp><pct>100</pct></policy_published>
  <record>
    <row>
      <source_ip>192.0.2.1</source_ip><count>7</count>
      <policy_evaluated><disposition>none</disposition><dkim>fail</dkim><spf>fail</spf>${reason}</policy_evaluated>
    </row>
    <identifiers><header_from>acme.example</header_from></identifiers>
    <auth_results><spf><domain>lists.example</domain><result>pass</result></spf></auth_results>
  </record>
</feedback>`;
const without = report("");
const reasons = {
  "a reason": "<reason><type>forwarded</type></reason>",
  "a reason with a comment": "<reason><type>mailing_list</type><comment>list of the city</comment></reason>",
  "two reasons": "<reason><type>forwarded</type></reason><reason><type>local_policy</type></reason>",
};
const read = async (files) => {
  try {
    return `${(await parseDmarcReportsFromXml(files)).totalReports} read`;
  } catch (error) {
    return `refused: ${error.message.match(/Expected [^"]*/)?.[0] ?? error.message}`;
  }
};
(async () => {
  let asStated = true;
  const show = async (label, files, expected) => {
    const result = await read(files);
    console.log(`${label}: ${result}`);
    if (!result.startsWith(expected)) asStated = false;
  };
  await show("without a reason", [without], "1 read");
  await show("two files without", [without, without], "2 read");
  for (const [label, reason] of Object.entries(reasons)) await show(label, [report(reason)], "refused");
  await show("one file without and one with a reason", [without, report(reasons["a reason"])], "refused");
  console.log(asStated ? "As stated." : "Changed.");
  process.exit(asStated ? 0 : 1);
})();
JS
