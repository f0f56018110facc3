/* Recorded in place of a mail server's reply if no mail server was involved. */

/** Mail of demo data, which is never sent. */
export const demoAnswer = "Demo data: not delivered.";

/** Mail written to a file because SMTP_URL is not set; the file's name follows. */
export const fileAnswer = "written to mailbox/";
