import { MailButton, MailFigures, MailFrame, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { counted } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";
import type { FullBlueprintContent } from "../full-blueprint.ts";
import type { VersionChange } from "../pdf/version-changes.ts";

type Published = {
  blueprintId: string;
  to: string;
  number: number;
  note: string;
  content: FullBlueprintContent;
  changes: readonly VersionChange[];
};

export function publishedMail({ blueprintId, to, number, note, content, changes }: Published): MailDraft {
  const drawings = content.sections.filter(({ diagram }) => diagram !== "").length;
  return {
    kind: "full-blueprint-published",
    to,
    subject: number === 1 ? "Your full blueprint is here" : `Version ${number} of your full blueprint is here`,
    body: (
      <MailFrame
        preview={`${counted(content.sections.length, "section")}, ${counted(drawings, "diagram")}, ${counted(content.tasks.length, "task")}`}
        title={number === 1 ? "Your full blueprint is here" : `Version ${number} is here`}
        reason={`Sent because a full blueprint was prepared for ${to}.`}
      >
        {note && <MailText>{note}</MailText>}
        {number === 1 ? (
          <>
            <MailText>
              It is in your account. Read it section by section, and check off each task as you finish it.
            </MailText>
            <MailFigures
              figures={[
                { label: "Sections", value: String(content.sections.length) },
                { label: "Diagrams", value: String(drawings) },
                { label: "Tasks", value: String(content.tasks.length) },
              ]}
            />
          </>
        ) : (
          <MailTable
            rows={changes
              .slice(0, 12)
              .map(({ part, act, title }) => ({ label: `${partLabels[part]} ${act}`, value: title }))}
          />
        )}
        <MailButton href={`${env().SITE_URL}/blueprint/${blueprintId}/full`}>Open the full blueprint</MailButton>
      </MailFrame>
    ),
  };
}

const partLabels: Record<VersionChange["part"], string> = { summary: "Summary", section: "Section", task: "Task" };
