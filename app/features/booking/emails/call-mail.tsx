import type { ReactNode } from "react";
import { MailFrame } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { type BookedCall, minutesOf } from "../agenda/booked-call.server.ts";
import type { TimeRange } from "../availability/time-range.server.ts";
import { HostFacts, startIn, VisitorFacts } from "./call-facts.tsx";

/** `news`: the start of the subject. `before`: the time of the call before a move. `body`: the blocks under the facts of the call. */
type CallMail = Pick<MailDraft, "kind" | "secret" | "attachments"> & {
  news: string;
  title: string;
  preview?: string;
  before?: TimeRange | null;
  body: ReactNode;
};

/** A mail to the visitor about a call; replies go to the host. `because`: what their address was used for. */
export function visitorMail(
  call: BookedCall,
  { news, title, preview, because = "this call was booked", before, body, ...draft }: CallMail & { because?: string },
): MailDraft {
  const { booking, host } = call;
  const when = startIn(booking.during, booking.timezone);
  return {
    ...draft,
    to: booking.email,
    replyTo: host.email,
    subject: `${news}: ${call.kind.title}, ${when}`,
    body: (
      <MailFrame
        preview={preview ?? `${when}, ${minutesOf(call)} minutes`}
        title={title}
        reason={`Sent because ${because} with ${booking.email}.`}
      >
        <VisitorFacts call={call} before={before} />
        {body}
      </MailFrame>
    ),
  };
}

/** A mail to the host about a call; replies go to the visitor. */
export function hostMail(call: BookedCall, { news, title, preview, before, body, ...draft }: CallMail): MailDraft {
  const { booking, host } = call;
  const when = startIn(booking.during, host.timezone);
  return {
    ...draft,
    to: host.email,
    replyTo: booking.email,
    subject: `${news}: ${call.kind.title} with ${booking.name}, ${when}`,
    body: (
      <MailFrame
        preview={preview ?? `${booking.name}, ${when}`}
        title={title}
        reason="Sent because you host calls of this type."
      >
        <HostFacts call={call} before={before} />
        {body}
      </MailFrame>
    ),
  };
}
