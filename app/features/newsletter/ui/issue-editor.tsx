import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SaveState, type SaveStatus } from "#app/ui/save-state.tsx";
import {
  type Audience,
  audiences,
  type IssueDraft,
  type NewsletterTopic,
  newsletterTopics,
  paces,
} from "../newsletter-terms.ts";
import type { IssueActs } from "./issue-acts.ts";
import css from "./issue-editor.module.css";
import { IssuePreview } from "./issue-preview.tsx";
import { SendDialogs } from "./send-dialogs.tsx";

type Saved = { ok: true; value: { version: number } } | { ok: false; status: number; error: { message: string } };
type Counted = { ok: true; value: { audience: number } } | { ok: false };

const savesAfterMs = 700;

/** Writes an issue: every change is kept by itself, and the preview shows what is kept. */
export function IssueEditor({
  issue,
  audience,
  myEmail,
  acts,
  save,
  count,
}: {
  issue: IssueDraft & { id: string };
  audience: number;
  myEmail: string;
  acts: IssueActs;
  save: (draft: IssueDraft) => Promise<Saved>;
  count: (of: { topic: NewsletterTopic; audience: Audience }) => Promise<Counted>;
}) {
  const [draft, setDraft] = useState<Omit<IssueDraft, "version">>(() => textOf(issue));
  const [version, setVersion] = useState(issue.version);
  const [status, setStatus] = useState<SaveStatus>("saved");
  const [problem, setProblem] = useState<string>();
  const [readers, setReaders] = useState(audience);
  const [asking, setAsking] = useState<"test" | "send" | "delete" | null>(null);
  const latest = useRef({ draft, version, kept: draft });
  latest.current = { ...latest.current, draft, version };

  useEffect(() => {
    if (draft === latest.current.kept || status === "conflict") return;
    const timer = setTimeout(async () => {
      setStatus("saving");
      const sent = latest.current.draft;
      const answer = await save({ ...sent, version: latest.current.version });
      if (answer.ok) {
        latest.current.kept = sent;
        setVersion(answer.value.version);
        setStatus(latest.current.draft === sent ? "saved" : "unsaved");
        setProblem(undefined);
      } else {
        setStatus(answer.status === 409 ? "conflict" : answer.status === 0 ? "offline" : "unsaved");
        setProblem(answer.status === 0 ? undefined : answer.error.message);
      }
    }, savesAfterMs);
    return () => clearTimeout(timer);
  }, [draft, status, save]);

  const { topic, audience: chosen } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` is made anew with every render of the page
  useEffect(() => {
    void count({ topic, audience: chosen }).then((answer) => answer.ok && setReaders(answer.value.audience));
  }, [topic, chosen]);

  const change = (part: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    if (status !== "conflict") setStatus("unsaved");
  };
  const isReady = status === "saved" && [draft.subject, draft.preview, draft.body].every((text) => text.trim() !== "");
  return (
    <div className={css.columns}>
      <form method="post" className={css.form} onSubmit={(event) => event.preventDefault()}>
        {problem && (
          <Notice kind="critical" live>
            {problem}
          </Notice>
        )}
        <TextField
          label="Subject"
          name="subject"
          maxLength={150}
          value={draft.subject}
          onChange={(event) => change({ subject: event.target.value })}
          hint="Stands large on the blueprint band, too."
        />
        <TextField
          label="Preview Line"
          name="preview"
          maxLength={150}
          value={draft.preview}
          onChange={(event) => change({ preview: event.target.value })}
          hint="Mail programs show it after the subject: say what the subject does not."
        />
        <div className={css.pair}>
          <SelectField
            label="Topic"
            name="topic"
            value={topic}
            options={newsletterTopics.map(({ key, label }) => ({ value: key, label }))}
            onChange={(event) => change({ topic: event.target.value as NewsletterTopic })}
          />
          <SelectField
            label="Audience"
            name="audience"
            value={chosen}
            options={audiences.map(({ key, label }) => ({ value: key, label }))}
            onChange={(event) => change({ audience: event.target.value as Audience })}
          />
        </div>
        <TextArea
          label="Text"
          name="body"
          rows={18}
          maxLength={40_000}
          className={css.text}
          value={draft.body}
          onChange={(event) => change({ body: event.target.value })}
          hint={
            <>
              Markdown: <code>## heading</code>, <code>**bold**</code>, <code>[link](/pricing)</code>,{" "}
              <code>- list</code>, <code>&gt; quotation</code>, <code>---</code> for a rule. A button is a line of its
              own: <code>[Get Your GTMarc](/automation-blueprint-gtmarc "button")</code>
            </>
          }
        />
        <div className={css.pair}>
          <SelectField
            label="Pace"
            name="perMinute"
            value={String(draft.perMinute)}
            options={paces.map((pace) => ({
              value: String(pace),
              label: `${pace.toLocaleString("en-US")} mails a minute`,
            }))}
            onChange={(event) => change({ perMinute: Number(event.target.value) })}
          />
          <p className={css.readers} role="status">
            <span className="note">Would reach now</span>
            <b className="num">{readers.toLocaleString("en-US")}</b>
          </p>
        </div>
        <div className={css.acts}>
          <Button
            variant="primary"
            size={40}
            icon="mail"
            disabled={!isReady || readers === 0}
            onClick={() => setAsking("send")}
          >
            Send
          </Button>
          <Button size={40} disabled={!isReady} onClick={() => setAsking("test")}>
            Send a Test
          </Button>
          <Button size={40} variant="tertiary" onClick={() => setAsking("delete")}>
            Delete the draft
          </Button>
          <SaveState status={status} />
        </div>
      </form>
      <IssuePreview id={issue.id} version={version} />
      <SendDialogs
        asking={asking}
        onClose={() => setAsking(null)}
        acts={acts}
        version={version}
        readers={readers}
        perMinute={draft.perMinute}
        subject={draft.subject}
        myEmail={myEmail}
      />
    </div>
  );
}

const textOf = ({ subject, preview, body, topic, audience, perMinute }: IssueDraft) => ({
  subject,
  preview,
  body,
  topic,
  audience,
  perMinute,
});
