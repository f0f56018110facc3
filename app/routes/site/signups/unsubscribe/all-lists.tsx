import { PostedForm } from "#app/shell/site/posted-form.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import css from "../unsubscribe.module.css";

/** The way out of every list at once. `isOnAny`: some list may still mail the address. */
export function AllLists({ token, isOnAny, isLeft }: { token: string; isOnAny: boolean; isLeft: boolean }) {
  if (!isOnAny && !isLeft) return null;
  return (
    <section className={`grid gap-110 ruled ${css.part}`} aria-labelledby="all-lists">
      <h2 className="t4" id="all-lists">
        All of them
      </h2>
      {isLeft && !isOnAny ? (
        <Notice kind="positive" title="You are unsubscribed from everything">
          <p>We send no newsletter and no automatic follow-up emails to this address.</p>
        </Notice>
      ) : (
        <>
          <p>
            Ends the newsletter and automatic follow-up emails, also those that have not started. You still get emails
            you ask for, such as access codes.
          </p>
          <PostedForm action={`/unsubscribe/${token}`}>
            <input type="hidden" name="act" value="leave-all" />
            <Button type="submit">Unsubscribe from all of them</Button>
          </PostedForm>
        </>
      )}
    </section>
  );
}
