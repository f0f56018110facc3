import { expect, test } from "vitest";
import { useSettings } from "../../platform/env.server.ts";
import {
  MailButton,
  MailCode,
  MailFigures,
  MailFrame,
  MailHeading,
  MailLink,
  MailNote,
  MailTable,
  MailText,
} from "./frame.tsx";
import { renderMail } from "./rendering.server.ts";

test("x", async () => {
  useSettings({ SITE_URL: "https://gtmarc.example", DATA_DIR: "/tmp/mailroom/d" });
  const { html, text } = await renderMail(
    <MailFrame
      preview="Your code opens the analysis"
      title="Here is the code"
      reason="Sent because you asked for access."
    >
      <MailCode note="valid for 10 minutes">407219</MailCode>
      <MailText>Hello Dana & Co,</MailText>
      <MailHeading>Next</MailHeading>
      <MailText>
        Read <MailLink href="https://gtmarc.example/plan">the plan</MailLink> first.
      </MailText>
      <MailButton href="https://gtmarc.example/blueprint/7?x=1&y=2">Open my analysis</MailButton>
      <MailTable
        rows={[
          { label: "When", value: "Tuesday, 3 November 2026, 10:00" },
          { label: "Where", value: "Video call" },
        ]}
      />
      <MailFigures
        figures={[
          { label: "Hours returned", value: "31.5 per week" },
          { label: "Annual value", value: "$186,400" },
        ]}
      />
      <MailNote>You did not ask for this? Ignore it.</MailNote>
    </MailFrame>,
  );
  expect(html).toContain("407");
  const { writeFileSync } = await import("node:fs");
  writeFileSync("/tmp/mailroom/a.html", html);
  writeFileSync("/tmp/mailroom/a.txt", text);
});
