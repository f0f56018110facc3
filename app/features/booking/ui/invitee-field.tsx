import { TextArea, TextField } from "#app/ui/forms/field.tsx";
import { type InviteeName, inviteeFields } from "../invitee-fields.ts";

/** A field of the person who books, in the form with scripts and in the one without. The rest is its wiring. */
export function InviteeField({ name, ...wiring }: { name: InviteeName } & Record<string, unknown>) {
  const field = inviteeFields[name];
  return "rows" in field ? (
    <TextArea name={name} {...field} {...wiring} />
  ) : (
    <TextField name={name} {...field} {...wiring} />
  );
}
