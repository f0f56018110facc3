export const maxGuests = 5;

/**
 * The fields of the person who books, besides the questions of the event type. Both forms and their lists of faults follow from
 * this table; `InviteeForm` in booking.ts has the schema of each. Without the schemas, because pages without scripts read it.
 */
export const inviteeFields = {
  name: { label: "Name", autoComplete: "name", maxLength: 100 },
  email: {
    ...{ label: "Email", type: "email", autoComplete: "email", maxLength: 255 },
    hint: "The confirmation and the calendar file go here.",
  },
  guests: {
    ...{ label: "Guests", optional: true, maxLength: 1500, rows: 2 },
    hint: `Addresses of up to ${maxGuests} colleagues. They get the calendar file, and every change.`,
  },
  notes: {
    ...{ label: "Notes", optional: true, maxLength: 2000, rows: 4 },
    hint: "What should we look at before the call?",
  },
} as const;
export type InviteeName = keyof typeof inviteeFields;
export const inviteeNames = Object.keys(inviteeFields) as InviteeName[];
