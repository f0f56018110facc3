import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import {
  bundleMinutes,
  type CommentSide,
  maxCommentLength,
  type ReadComment,
  type ReadThread,
  threadAnchor,
} from "#app/features/full-blueprint/comments/comments.ts";
import { counted } from "#app/lib/numbers.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import css from "./section-thread.module.css";

type Acted = { ok: true } | { ok: false; message: string };

const sideLabels: Record<CommentSide, string> = { client: "Client", architect: "Architect" };

/**
 * The comments on one section and a form for the next one. Forms post to `action`, the page itself, and work without scripts
 * (routes/forms/comment-forms.server.ts).
 */
export function SectionThread({
  sectionId,
  title,
  thread,
  reader,
  action,
}: {
  sectionId: string;
  title: string;
  /** Undefined without comments. */
  thread: ReadThread | undefined;
  reader: CommentSide;
  action: string;
}) {
  const comments = thread?.comments ?? [];
  const count = comments.length;
  return (
    <section
      className={`top-175 card max-46 ${css.thread}`}
      id={threadAnchor(sectionId)}
      aria-label={`Comments on ${title}`}
    >
      <details open={count > 0}>
        <summary className={`cluster middle ${css.head}`}>
          <span className="ui-size strong">
            {count === 0 ? "Comment or ask a question" : counted(count, "comment")}
          </span>
          {thread && <State isOpen={thread.isOpen} reader={reader} />}
        </summary>
        {count > 0 && (
          <ol className={css.comments}>
            {comments.map((comment) => (
              <Comment key={comment.id} comment={comment} sectionId={sectionId} action={action} />
            ))}
          </ol>
        )}
        <Writing sectionId={sectionId} title={title} reader={reader} action={action} />
        {thread && <Marking thread={thread} action={action} />}
      </details>
    </section>
  );
}

const State = ({ isOpen, reader }: { isOpen: boolean; reader: CommentSide }) =>
  isOpen ? (
    <Badge kind="caution" icon="clock">
      {reader === "client" ? "Waiting for an answer" : "Open"}
    </Badge>
  ) : (
    <Badge kind="positive" icon="check">
      Answered
    </Badge>
  );

function Comment({ comment, sectionId, action }: { comment: ReadComment; sectionId: string; action: string }) {
  const { id, side, author, text, createdAt, canDelete } = comment;
  const fetcher = useFetcher<Acted>();
  return (
    <li className={css.comment}>
      <p className="note">
        <b>{author ?? sideLabels[side]}</b>
        {author && author !== "You" && side === "architect" && ", architect"} <Moment at={createdAt} />
      </p>
      <p className={`breaks ${css.text}`}>{text}</p>
      <Refusal acted={fetcher.data} />
      {canDelete && (
        <details className={`smaller ${css.deleting}`}>
          <summary>Delete</summary>
          <fetcher.Form method="post" action={action} data-plain="">
            <Fields intent="delete-comment" sectionId={sectionId} />
            <input type="hidden" name="comment" value={id} />
            <p className="small">It is deleted permanently, and no one is notified.</p>
            <Button type="submit" size={32} busy={fetcher.state !== "idle"} busyText="Deleting">
              Delete the comment
            </Button>
          </fetcher.Form>
        </details>
      )}
    </li>
  );
}

function Writing({
  sectionId,
  title,
  reader,
  action,
}: {
  sectionId: string;
  title: string;
  reader: CommentSide;
  action: string;
}) {
  const fetcher = useFetcher<Acted>();
  const { state, data } = fetcher;
  const form = useRef<HTMLFormElement>(null);
  const isSent = state === "idle" && data?.ok === true;
  useEffect(() => {
    if (isSent) form.current?.reset();
  }, [isSent]);
  const isClient = reader === "client";
  return (
    <fetcher.Form ref={form} method="post" action={action} className={`grid gap-90 ${css.form}`} data-plain="">
      <Fields intent="comment" sectionId={sectionId} />
      <TextArea
        id={`text-${sectionId}`}
        label={isClient ? `Your comment on “${title}”` : `Your reply on “${title}”`}
        name="text"
        rows={3}
        required
        maxLength={maxCommentLength}
        hint={
          isClient
            ? `Plain text. Your architect gets an email after ${bundleMinutes} minutes.`
            : `Plain text. The client gets an email after ${bundleMinutes} minutes.`
        }
        error={state === "idle" && data && !data.ok ? data.message : undefined}
      />
      <div className="row">
        <Button type="submit" size={40} busy={state !== "idle"} busyText="Sending">
          {isClient ? "Send" : "Reply"}
        </Button>
        <span className="small" role="status">
          {isSent ? "Sent." : ""}
        </span>
      </div>
    </fetcher.Form>
  );
}

function Marking({ thread: { sectionId, isOpen, comments }, action }: { thread: ReadThread; action: string }) {
  const fetcher = useFetcher<Acted>();
  return (
    <fetcher.Form method="post" action={action} className={`grid gap-60 ${css.marking}`} data-plain="">
      <Fields intent="mark" sectionId={sectionId} />
      <input type="hidden" name="open" value={isOpen ? "no" : "yes"} />
      <input type="hidden" name="seen" value={comments.at(-1)?.id} />
      <Button type="submit" size={32} busy={fetcher.state !== "idle"} busyText="Saving">
        {isOpen ? "Mark as answered" : "Mark as open"}
      </Button>
      <Refusal acted={fetcher.data} />
    </fetcher.Form>
  );
}

const Fields = ({ intent, sectionId }: { intent: string; sectionId: string }) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="sectionId" value={sectionId} />
  </>
);

const Refusal = ({ acted }: { acted: Acted | undefined }) =>
  acted && !acted.ok ? (
    <Notice kind="critical" live>
      {acted.message}
    </Notice>
  ) : null;

export function EarlierThreads({
  threads,
  reader,
  action,
}: {
  threads: readonly ReadThread[];
  reader: CommentSide;
  action: string;
}) {
  if (threads.length === 0) return null;
  return (
    <section className={`max-46 rule-top ${css.earlier}`} aria-labelledby="earlier-sections">
      <h2 className="t3" id="earlier-sections">
        Earlier sections
      </h2>
      <p className="small">Comments on sections that are no longer part of the blueprint.</p>
      {threads.map((thread) => (
        <div key={thread.sectionId}>
          <h3 className={`top-150 strong ${css.earlierTitle}`}>{thread.title}</h3>
          <SectionThread {...{ thread, reader, action }} sectionId={thread.sectionId} title={thread.title} />
        </div>
      ))}
    </section>
  );
}
