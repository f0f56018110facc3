import { z } from "zod";
import { defineEvent, instant } from "#app/features/events/event-definition.ts";

const person = z.object({ userId: z.uuid(), email: z.string() });
const subject = ({ userId, email }: z.output<typeof person>) => ({ userId, email });

export const accountCreated = defineEvent({
  name: "account.created",
  when: "A person signs up, before the email address is verified.",
  payload: person,
  subject,
  sentence: () => "Created an account.",
});

export const accountVerified = defineEvent({
  name: "account.verified",
  when: "The email address of an account is verified.",
  payload: person,
  subject,
  sentence: () => "Verified the email address.",
});

export const accountSignedIn = defineEvent({
  name: "account.signed_in",
  when: "A person signs in.",
  payload: person,
  subject,
  sentence: () => "Signed in.",
});

export const accountEmailChanged = defineEvent({
  name: "account.email_changed",
  when: "An account moves to a new, verified email address.",
  payload: z.object({ userId: z.uuid(), oldEmail: z.string(), newEmail: z.string() }),
  subject: ({ userId, newEmail }) => ({ userId, email: newEmail }),
  sentence: ({ oldEmail, newEmail }) => `Changed the email address from ${oldEmail} to ${newEmail}.`,
});

export const accountProfileChanged = defineEvent({
  name: "account.profile_changed",
  when: "A person changes their name, company or title in the profile of the account.",
  payload: person.extend({
    name: z.string(),
    // Absent in events that an older release logged.
    firstName: z.string().nullish(),
    lastName: z.string().nullish(),
    companyName: z.string().nullable(),
    title: z.string().nullable(),
  }),
  subject,
  sentence: () => "Changed the profile.",
});

export const accountDeleted = defineEvent({
  name: "account.deleted",
  when: "An account is deleted; once for each address it has had. Personal data is removed in the same transaction.",
  // Absent in events that an older release logged.
  payload: person.extend({ until: instant.nullish() }),
  subject,
  sentence: () => "Deleted the account.",
});

export const accountEvents = [
  accountCreated,
  accountVerified,
  accountSignedIn,
  accountEmailChanged,
  accountProfileChanged,
  accountDeleted,
];
