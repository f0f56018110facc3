import type { LegalNotice } from "#app/features/accounts/users/legal-notices.server.ts";
import type { LegalVersion } from "#app/features/content/texts/legal-days.server.ts";
import { isoLongDay } from "#app/lib/dates/date-text.ts";
import { counted } from "#app/lib/numbers.ts";
import { CheckField } from "#app/ui/field.tsx";

export type LegalNotices = { accounts: number; notices: readonly LegalNotice[] };

/** Whether people with an account can still be notified of this version: it has no notice yet, or a stopped one. */
export const canNotify = ({ notices }: LegalNotices, { version, effectiveOn }: LegalVersion): boolean =>
  !notices.some((one) => one.version === version && one.effectiveOn === effectiveOn && !one.isWithdrawn);

export const NotifyField = (props: {
  accounts: number;
  coming: LegalVersion;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) => (
  <CheckField
    label={`Tell the ${counted(props.accounts, "person", "people")} with an account by mail`}
    hint={`Each gets one email: version ${props.coming.version} applies from ${isoLongDay(props.coming.effectiveOn)}, with links to it and to the current version, and how to close the account. People who unsubscribed from the newsletter get it too. Needs a fresh code.`}
    checked={props.checked}
    onChange={({ target }) => props.onChange(target.checked)}
  />
);

/** What became of the notices, newest first. */
export const NoticesSent = ({ notices }: LegalNotices) =>
  notices.length > 0 && (
    <ul className="small" aria-label="Emails about new versions">
      {notices.map(({ version, effectiveOn, accounts, sent, isWithdrawn }) => (
        <li key={`${version} ${effectiveOn}`}>
          Version {version}, from {isoLongDay(effectiveOn)}: Sent to {sent} of {accounts}
          {isWithdrawn && ", then stopped, because the version was withdrawn or got another day"}.
        </li>
      ))}
    </ul>
  );
