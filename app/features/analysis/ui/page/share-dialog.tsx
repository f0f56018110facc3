import { type ReactNode, useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";

const choices = [
  { value: "7", label: "A week" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
] as const;

export interface Sharing {
  share: { url: string; expiresAt: Date } | null;
  isBusy: boolean;
  message: string | null;
  open: (days: number) => void;
  end: () => void;
}

export function ShareDialog({
  open,
  onClose,
  title,
  sharing,
  moved,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  sharing: Sharing;
  /** Shown below an open link with other content than this page. */
  moved?: ReactNode;
  children: ReactNode;
}) {
  const { share, isBusy, message } = sharing;
  return (
    <Dialog open={open} onClose={onClose} title={title} locked={isBusy}>
      <div className="grid gap-125">
        <FormFailure text={message} />
        {share ? <OpenLink share={share} sharing={sharing} moved={moved} /> : <NewLink sharing={sharing} />}
        <p className="small">{children}</p>
      </div>
    </Dialog>
  );
}

function NewLink({ sharing }: { sharing: Sharing }) {
  const [days, setDays] = useState("30");
  return (
    <>
      <SelectField
        label="The link works for"
        options={choices}
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
      <Button
        variant="primary"
        icon="link"
        busy={sharing.isBusy}
        busyText="Making the link"
        onClick={() => sharing.open(Number(days))}
      >
        Create link
      </Button>
    </>
  );
}

function OpenLink({
  share,
  sharing,
  moved,
}: {
  share: NonNullable<Sharing["share"]>;
  sharing: Sharing;
  moved: ReactNode;
}) {
  const dates = useFirmDates();
  const [copied, setCopied] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(share.url).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <TextField
        label="Address"
        readOnly
        value={share.url}
        hint={`Works until ${dates.longDay(share.expiresAt)}. Search engines are asked not to list it.`}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="row">
        <Button variant="primary" icon={copied ? "check" : "copy"} onClick={copy}>
          {copied ? "Copied" : "Copy link"}
        </Button>
        {!isEnding && <Button onClick={() => setEnding(true)}>End link</Button>}
      </div>
      {isEnding && (
        <Notice kind="caution" title="End this link?" live>
          <p>Everyone who has the address loses access, and it never works again. You can create another link.</p>
          <div className="row">
            <Button size={40} busy={sharing.isBusy} busyText="Ending" onClick={sharing.end}>
              End the link
            </Button>
            <Button size={40} disabled={sharing.isBusy} onClick={() => setEnding(false)}>
              Keep the link
            </Button>
          </div>
        </Notice>
      )}
      <p className="vh" role="status">
        {copied ? "The link is copied." : ""}
      </p>
      {moved}
    </>
  );
}
