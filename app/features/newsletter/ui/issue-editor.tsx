import { useEffect, useRef, useState } from "react";
import { textProblem, withVariableNames } from "#app/lib/formats/mail-variables.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { MailTextField } from "#app/ui/admin/admin-mail-text.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { SaveState } from "#app/ui/drafts/save-state.tsx";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import {
  type Audience,
  audiences,
  type IssueDraft,
  type NewsletterTopic,
  newsletterTopics,
  paces,
} from "../newsletter-terms.ts";
import type { IssueActions } from "./issue-actions.ts";
import css from "./issue-editor.module.css";
import { IssuePreview } from "./issue-preview.tsx";
import { SendDialogs } from "./send-dialogs.tsx";
import { type IssueSaved, useIssueDraft } from "./use-issue-draft.ts";

const missing = {
  subject: "Enter the subject.",
  preview: "Enter the preview text.",
  body: "Enter the text.",
};
const fields = Object.keys(missing) as (keyof typeof missing)[];

type Reach = { audience: number; demoLeftOut: number };
type Counted = { ok: true; value: Reach } | { ok: false };

/** The editor of a draft issue: changes are saved automatically, and the preview shows the saved version. */
export function IssueEditor({
  issue,
  audience,
  demoLeftOut,
  myEmail,
  actions,
  save,
  count,
}: {
  issue: IssueDraft & { id: string };
  audience: number;
  demoLeftOut: number;
  myEmail: string;
  actions: IssueActions;
  save: (draft: IssueDraft) => Promise<IssueSaved>;
  count: (of: { topic: NewsletterTopic; audience: Audience }) => Promise<Counted>;
}) {
  const { draft, version, status, problem, change } = useIssueDraft(issue, save);
  const [reach, setReach] = useState({ audience, demoLeftOut });
  const [asking, setAsking] = useState<"test" | "send" | "delete" | null>(null);
  const readers = reach.audience;

  const { topic, audience: chosen } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` is a new function in every render of the page
  useEffect(() => {
    void count({ topic, audience: chosen }).then((answer) => answer.ok && setReach(answer.value));
  }, [topic, chosen]);

  const form = useRef<HTMLFormElement>(null);
  const [hasAsked, setHasAsked] = useState(false);
  const problemOf = (field: keyof typeof missing) =>
    draft[field].trim() === "" ? missing[field] : (textProblem(draft[field]) ?? undefined);
  const errorOf = (field: keyof typeof missing) =>
    hasAsked || draft[field].trim() !== "" ? problemOf(field) : undefined;
  const ask = (what: "test" | "send") => {
    setHasAsked(true);
    const [wrong] = fields.filter(problemOf);
    if (wrong) form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    else setAsking(what);
  };
  return (
    <div className={`grid start cols-2 gap-200 ${css.columns}`}>
      <ScriptForm ref={form} className="grid gap-125" onSubmit={(event) => event.preventDefault()}>
        <FormFailure text={problem} />
        <TextField
          label="Subject"
          name="subject"
          maxLength={150}
          value={draft.subject}
          error={errorOf("subject")}
          onChange={(event) => change({ subject: event.target.value })}
          hint="Also the large title of the email."
        />
        <TextField
          label="Preview text"
          name="preview"
          maxLength={150}
          value={draft.preview}
          error={errorOf("preview")}
          onChange={(event) => change({ preview: event.target.value })}
          hint="Email programs show it after the subject: say what the subject does not."
        />
        <div className={`grid start gap-100 cols-2 ${css.pair}`}>
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
        <MailTextField
          rows={18}
          maxLength={40_000}
          value={draft.body}
          error={errorOf("body")}
          onChange={(body) => change({ body })}
        />
        <div className={`grid start gap-100 cols-2 ${css.pair}`}>
          <SelectField
            label="Pace"
            name="perMinute"
            value={String(draft.perMinute)}
            options={paces.map((pace) => ({
              value: String(pace),
              label: `${formatNumber(pace)} emails a minute`,
            }))}
            onChange={(event) => change({ perMinute: Number(event.target.value) })}
          />
          <p className={`grid ${css.readers}`} role="status">
            <span className="note">Would reach now</span>
            <b className="num">{formatNumber(readers)}</b>
            {leftOut(reach) && <span className="small">{leftOut(reach)}</span>}
          </p>
        </div>
        <div className={`cluster middle rule-top ${css.actions}`}>
          <Button
            variant="primary"
            size={40}
            icon="mail"
            disabled={status !== "saved" || readers === 0}
            onClick={() => ask("send")}
          >
            Send
          </Button>
          <Button size={40} disabled={status !== "saved"} onClick={() => ask("test")}>
            Send a test
          </Button>
          <Button size={40} variant="tertiary" onClick={() => setAsking("delete")}>
            Delete the draft
          </Button>
          <SaveState status={status} changedBy="a colleague" />
        </div>
      </ScriptForm>
      <IssuePreview id={issue.id} version={version} />
      <SendDialogs
        asking={asking}
        onClose={() => setAsking(null)}
        actions={actions}
        version={version}
        readers={readers}
        perMinute={draft.perMinute}
        subject={withVariableNames(draft.subject)}
        myEmail={myEmail}
      />
    </div>
  );
}

function leftOut({ audience, demoLeftOut }: Reach): string | undefined {
  if (demoLeftOut > 0) {
    const [addresses, they] = demoLeftOut === 1 ? ["address is", "it receives"] : ["addresses are", "they receive"];
    return `${formatNumber(demoLeftOut)} matching demo ${addresses} left out: ${they} no email.`;
  }
  return audience === 0 ? "No subscriber matches this topic and audience." : undefined;
}
