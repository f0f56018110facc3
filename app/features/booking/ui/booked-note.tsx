import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import type { EventType } from "../booking.ts";
import { BothTimes } from "./scheduler/both-times.tsx";
import { StepHeading } from "./scheduler/invitee-form.tsx";
import css from "./scheduler/scheduler.module.css";

/** The outcome inside a frame, where no confirmation page follows. */
export function BookedNote({
  call,
  kind,
  zone,
  email,
  manageUrl,
  moved,
}: {
  call: { start: Date; end: Date };
  kind: EventType;
  zone: string;
  email: string;
  manageUrl: string;
  moved: boolean;
}) {
  return (
    <div className={`grid gap-100 justify-items-start ${css.done}`}>
      <Icon name="check" size={32} />
      <StepHeading>{moved ? "Your call has a new time" : "Your call is booked"}</StepHeading>
      <BothTimes call={call} mine={zone} host={kind} />
      <p className="small">
        {moved ? "The new time is on its way by email" : `The confirmation is on its way to ${email}`}, with a file for
        your calendar.
      </p>
      <ButtonLink size={40} href={manageUrl} target="_blank" rel="noopener">
        Move or cancel this call
      </ButtonLink>
    </div>
  );
}
