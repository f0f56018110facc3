import { data, isRouteErrorResponse } from "react-router";
import { findWeeklyReader, isWeeklyToken } from "#app/features/analytics/weekly-mail/weekly-mail.server.ts";
import { frequencies, newsletterTopics } from "#app/features/newsletter/newsletter-terms.ts";
import { findSubscription, isTestToken } from "#app/features/newsletter/subscribers/leaving.server.ts";
import { isOutreachToken } from "#app/features/sequences/enrollments/leave-link.server.ts";
import { findOutreachReader } from "#app/features/sequences/enrollments/leaving.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { isOnAnyList } from "#app/shell/mail-lists.server.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { PostedForm } from "#app/shell/site/posted-form.tsx";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";
import { CheckCards, RadioCards } from "#app/ui/forms/choice-cards.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import type { Route } from "./+types/unsubscribe";
import { AllLists } from "./unsubscribe/all-lists.tsx";
import { OutreachPage } from "./unsubscribe/outreach-page.tsx";
import css from "./unsubscribe.module.css";

/** What the forms of this page came back with; see routes/forms/newsletter/unsubscribe.server.ts. */
const said = ["left", "left-all", "back", "chosen", "nothing-chosen"] as const;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  if (isTestToken(params.token)) return { subscription: null, weekly: null };
  if (isOutreachToken(params.token)) {
    const outreach = await findOutreachReader(context.get(requestContext), params.token);
    if (!outreach) throw data(null, { status: 404 });
    const word = new URL(request.url).searchParams.get("said");
    const isOnAny = (await isOnAnyList(context.get(requestContext), params.token)) ?? false;
    const lists = { isOnAny, isLeft: word === "left-all" };
    return { subscription: null, weekly: null, outreach, token: params.token, isSaved: word === "saved", lists };
  }
  if (isWeeklyToken(params.token)) {
    const reader = await findWeeklyReader(context.get(requestContext), params.token);
    if (!reader.ok) throw data(null, { status: 404 });
    return { subscription: null, weekly: reader.value, token: params.token };
  }
  const subscription = await findSubscription(context.get(requestContext), params.token);
  if (!subscription) throw data(null, { status: 404 });
  const word = new URL(request.url).searchParams.get("said");
  const isOnAny = (await isOnAnyList(context.get(requestContext), params.token)) ?? false;
  return {
    subscription,
    token: params.token,
    said: said.find((known) => known === word) ?? null,
    lists: { isOnAny, isLeft: word === "left-all" },
  };
}

export const handle: PageHandle = { content: true };
/** The address is the right to leave: it goes into no referrer, no index and no cache. */
export const headers = () => ({ "referrer-policy": "same-origin", "cache-control": "private, no-store" });
export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${hasLeft(loaderData) ? "Unsubscribed" : "Unsubscribe"}`);

function hasLeft(loaded: Route.MetaArgs["loaderData"]): boolean {
  if (loaded?.outreach)
    return loaded.outreach.kind === "person" ? loaded.outreach.hasLeft : loaded.outreach.kind === "gone";
  return loaded?.subscription?.hasLeft ?? false;
}

/** Shows a subscription to the holder of a link in its mails, with buttons to end it. Opening the page changes nothing. */
export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  if (loaderData.outreach)
    return (
      <OutreachPage
        token={loaderData.token}
        reader={loaderData.outreach}
        isSaved={loaderData.isSaved}
        lists={loaderData.lists}
      />
    );
  if (!loaderData.subscription)
    return loaderData.weekly ? <WeeklyMail token={loaderData.token} {...loaderData.weekly} /> : <TestMail />;
  const { subscription, token, said, lists } = loaderData;
  const action = `/unsubscribe/${token}`;
  const { maskedEmail, hasLeft } = subscription;
  if (hasLeft)
    return (
      <>
        <PageHead title="You are unsubscribed" lede={`We send no more newsletters to ${maskedEmail}.`} />
        <div className={`wrap grid justify-items-start ${css.narrow}`}>
          <p>You still get emails you ask for, such as access codes, call confirmations and password resets.</p>
          <AllLists token={token} {...lists} />
          <PostedForm action={action} className="cluster middle gap-100">
            <input type="hidden" name="act" value="return" />
            <p>Unsubscribed by mistake?</p>
            <Button type="submit">Subscribe again</Button>
          </PostedForm>
          <ButtonLink variant="tertiary" href="/">
            Back to home
          </ButtonLink>
        </div>
      </>
    );
  return (
    <>
      <PageHead
        title="Leave the newsletter"
        lede={`It goes to ${maskedEmail}. One click stops it, no account needed.`}
      />
      <div className={`wrap grid start ${css.columns}`}>
        <section className={`grid gap-110 ruled ${css.part}`} aria-labelledby="leave">
          <h2 className="t4" id="leave">
            The newsletter
          </h2>
          {said === "back" && (
            <Notice kind="positive" title="You are subscribed again">
              <p>The next issue goes to {maskedEmail}.</p>
            </Notice>
          )}
          <p>Removes the address from the list immediately. You still get emails you ask for, such as access codes.</p>
          <PostedForm action={action}>
            <input type="hidden" name="act" value="leave" />
            <Button type="submit" variant="primary">
              Unsubscribe
            </Button>
          </PostedForm>
          <AllLists token={token} {...lists} />
        </section>
        <section className={`grid gap-110 ruled ${css.part}`} aria-labelledby="less">
          <h2 className="t4" id="less">
            Or fewer emails
          </h2>
          {said === "chosen" && (
            <Notice kind="positive" title="Saved">
              <p>These choices apply from the next issue on.</p>
            </Notice>
          )}
          <PostedForm action={action} className="grid gap-200">
            <input type="hidden" name="act" value="choose" />
            <CheckCards
              legend="Topics"
              name="topics"
              options={newsletterTopics.map(({ key, label, about }) => ({ value: key, label, text: about }))}
              defaultValue={subscription.topics}
              error={said === "nothing-chosen" ? "Choose at least one topic, or unsubscribe." : undefined}
            />
            <RadioCards
              legend="How often"
              name="frequency"
              options={frequencies.map(({ key, label }) => ({ value: key, label }))}
              defaultValue={subscription.frequency}
            />
            <div>
              <Button type="submit">Save Changes</Button>
            </div>
          </PostedForm>
        </section>
      </div>
    </>
  );
}

const WeeklyMail = ({ token, isWanted }: { token: string; isWanted: boolean }) => (
  <>
    <PageHead
      title={isWanted ? "Stop the weekly email" : "The weekly email is off"}
      lede={
        isWanted
          ? "It is sent on Mondays with last week’s visits."
          : "You get no more emails about visits. You can switch them on again in the settings of the admin area."
      }
    />
    <div className={`wrap grid justify-items-start ${css.narrow}`}>
      {isWanted && (
        <PostedForm action={`/unsubscribe/${token}`}>
          <Button type="submit" variant="primary">
            Unsubscribe
          </Button>
        </PostedForm>
      )}
      <ButtonLink variant="tertiary" href="/">
        Back to home
      </ButtonLink>
    </div>
  </>
);

/** For admins who try the links of a test issue. */
const TestMail = () => (
  <>
    <PageHead
      title="This link came from a test"
      lede="A test issue is not part of a subscription, so there is nothing to unsubscribe from."
    />
    <div className={`wrap grid justify-items-start ${css.narrow}`}>
      <p>
        In a real issue, this link opens the reader’s own page, with one click to unsubscribe and a choice of topics and
        frequency. Email programs add an unsubscribe button of their own.
      </p>
      <ButtonLink variant="tertiary" href="/">
        Back to home
      </ButtonLink>
    </div>
  </>
);

/** A link that belongs to no subscription, also because its owner asked to be forgotten. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <ScreenMessage
      inside
      code="404"
      title="This link belongs to no subscription"
      text="The link is incomplete, or the address was deleted and gets no more email. Copy the full link from the email and try again."
      action={{ href: "/", label: "Back to home" }}
    />
  );
}
