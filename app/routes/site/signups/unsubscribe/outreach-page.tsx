import { clickConsentHint, clickConsentLabel } from "#app/features/mail/clicks/click-consent.ts";
import { PostedForm } from "#app/shell/site/posted-form.tsx";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { CheckField } from "#app/ui/forms/field.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import css from "../unsubscribe.module.css";
import { AllLists } from "./all-lists.tsx";

type Reader =
  | { kind: "person"; maskedEmail: string; hasLeft: boolean; countsClicks: boolean }
  | { kind: "gone" }
  | { kind: "test"; title: string | null };

const home = (
  <ButtonLink variant="tertiary" href="/">
    Back to home
  </ButtonLink>
);

/** What the link of an automatic follow-up email opens: unsubscribing, and the consent to counted clicks. */
export function OutreachPage({
  token,
  reader,
  isSaved,
  lists,
}: {
  token: string;
  reader: Reader;
  isSaved: boolean;
  lists: { isOnAny: boolean; isLeft: boolean };
}) {
  if (reader.kind === "test")
    return (
      <>
        <PageHead
          title="This link came from a test email"
          lede={
            reader.title === null
              ? "The test belongs to no recipient, so no one is unsubscribed."
              : `It was a test of the sequence “${reader.title}”. It belongs to no recipient, so no one is unsubscribed.`
          }
        />
        <div className={`wrap grid justify-items-start ${css.narrow}`}>
          <p>In emails to recipients, this link opens a page to unsubscribe from automatic follow-up emails.</p>
          {home}
        </div>
      </>
    );
  if (reader.kind === "gone")
    return (
      <>
        <PageHead
          title="You are unsubscribed"
          lede="We have deleted the data that this email was sent with, so we send no more follow-up emails because of it."
        />
        <div className={`wrap grid justify-items-start ${css.narrow}`}>{home}</div>
      </>
    );
  const { maskedEmail, hasLeft, countsClicks } = reader;
  const action = `/unsubscribe/${token}`;
  return (
    <>
      <PageHead
        title={hasLeft ? "You are unsubscribed" : "Unsubscribe from follow-ups"}
        lede={
          hasLeft
            ? `We send no more automatic follow-up emails to ${maskedEmail}.`
            : `We send automatic follow-up emails to ${maskedEmail}. Unsubscribing takes one click and no account.`
        }
      />
      <div className={`wrap grid justify-items-start ${css.narrow}`}>
        {hasLeft ? (
          <p>You still get the emails you ask for, such as access codes and booking confirmations.</p>
        ) : (
          <PostedForm action={action}>
            <Button type="submit" variant="primary">
              Unsubscribe
            </Button>
          </PostedForm>
        )}
        <AllLists token={token} {...lists} />
        {(!hasLeft || countsClicks) && (
          <section aria-labelledby="clicks">
            <h2 className="t4" id="clicks">
              Click counting
            </h2>
            {isSaved && (
              <Notice kind="positive" title="Saved">
                <p>{countsClicks ? "We count the links you open." : "We do not count which links you open."}</p>
              </Notice>
            )}
            <PostedForm action={action} className="grid gap-200">
              <input type="hidden" name="act" value="clicks" />
              <CheckField
                label={clickConsentLabel}
                name="counts"
                value="yes"
                defaultChecked={countsClicks}
                hint={clickConsentHint}
              />
              <div>
                <Button type="submit">Save</Button>
              </div>
            </PostedForm>
          </section>
        )}
        {home}
      </div>
    </>
  );
}
