import type { LegalKey, LegalVersion } from "#app/features/content/texts/legal-days.server.ts";
import { textDefinitions } from "#app/features/content/texts/texts.ts";
import { MailButton, MailFrame, MailLink, MailNote, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { isoLongDay } from "#app/lib/dates/date-text.ts";
import { firmName } from "#app/lib/firm.ts";
import { env } from "#app/platform/env.server.ts";

const names = { terms: "terms of service", privacy: "privacy policy" } as const;

/** New terms or a new privacy policy, before they apply. `before`: the version that applies until then. */
export function legalNoticeMail({
  to,
  document,
  version,
  effectiveOn,
  before,
}: { to: string; document: LegalKey; before: number } & LegalVersion): MailDraft {
  const { SITE_URL, CONTACT_EMAIL } = env();
  const [name, day] = [names[document], isoLongDay(effectiveOn)];
  const page = `${SITE_URL}${textDefinitions[document].path}`;
  return {
    kind: "legal-notice",
    to,
    subject: `New ${firmName()} ${name} from ${day}`,
    body: (
      <MailFrame
        title={`New ${name}`}
        preview={`Version ${version} applies from ${day}. You can read it now.`}
        reason={`Sent because you have a ${firmName()} account. This is not marketing, so newsletter settings do not affect it.`}
      >
        <MailText>
          {firmName()} is changing its {name}. The new version applies to your account from {day}. Version {before}{" "}
          applies until then.
        </MailText>
        <MailTable
          rows={[
            { label: "New version", value: `${version}, from ${day}` },
            { label: "Version until then", value: String(before) },
          ]}
        />
        <MailButton href={`${page}/versions/${version}`}>Read the new version</MailButton>
        <MailText>
          Compare it with <MailLink href={`${page}/versions/${before}`}>version {before}</MailLink>.
        </MailText>
        <MailNote>
          If you do not agree, you can close your account before {day}: open{" "}
          <MailLink href={`${SITE_URL}/account?tab=security#delete`}>the security settings</MailLink> and click Delete
          my account. Questions: <MailLink href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</MailLink>.
        </MailNote>
      </MailFrame>
    ),
  };
}
