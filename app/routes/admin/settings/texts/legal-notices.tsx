import type { LegalNotice } from "#app/features/accounts/users/legal-notices.server.ts";
import { legalNoticeDays } from "#app/features/content/promises.ts";
import type { LegalVersion } from "#app/features/content/texts/legal-days.server.ts";
import { addDays } from "#app/lib/dates/calendar-dates.ts";
import { isoLongDay } from "#app/lib/dates/date-text.ts";
import { counted } from "#app/lib/numbers.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { CheckField } from "#app/ui/forms/field.tsx";

export type LegalNotices = { accounts: number; notices: readonly LegalNotice[] };

/** How many people with an account a notice of this version would go to: all, those whom a stopped one did not reach, or none. */
export function countToNotify({ accounts, notices }: LegalNotices, { version, effectiveOn }: LegalVersion): number {
  const earlier = notices.find((one) => one.version === version && one.effectiveOn === effectiveOn);
  if (!earlier) return accounts;
  return earlier.isWithdrawn ? earlier.remaining : 0;
}

/** The first day, ISO, that leaves account holders the promised notice of a change that is saved today. */
const firstDay = (today: string): string => addDays(today, legalNoticeDays);

/** Warns of a new version that applies sooner than the default texts promise. The owner may do so all the same. */
export const ShortNotice = ({ version, today }: { version: LegalVersion; today: string }) =>
  version.effectiveOn < firstDay(today) && (
    <Notice kind="caution" live>
      Version {version.version} applies in less than {legalNoticeDays} days. The default terms and privacy policy
      promise people with an account an email at least {legalNoticeDays} days before a material change; for that, set
      Effective to {isoLongDay(firstDay(today))} or later.
    </Notice>
  );

export function NotifyField(props: {
  legal: LegalNotices;
  coming: LegalVersion;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const { legal, coming, checked, onChange } = props;
  const count = countToNotify(legal, coming);
  const people = `${count < legal.accounts ? "remaining " : ""}${counted(count, "person", "people")}`;
  return (
    <CheckField
      label={`Notify the ${people} with an account by email`}
      hint={`Each gets one email: version ${coming.version} applies from ${isoLongDay(coming.effectiveOn)}, with links to it and to the version that applies until then, and how to close the account. People who unsubscribed from the newsletter get it too. Needs a fresh code.`}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

/** What became of the notices, newest first. */
export const NoticesSent = ({ notices }: LegalNotices) =>
  notices.length > 0 && (
    <ul className="small" aria-label="Emails about new versions">
      {notices.map(({ version, effectiveOn, accounts, sent, notSent, isWithdrawn }) => (
        <li key={`${version} ${effectiveOn}`}>
          Version {version}, from {isoLongDay(effectiveOn)}: Sent to {sent} of {accounts}
          {notSent > 0 && `, ${notSent} not sent in time`}
          {isWithdrawn &&
            ", then stopped, because the version was withdrawn, got another day or was replaced by the environment"}
          .
        </li>
      ))}
    </ul>
  );
