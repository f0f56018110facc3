import { z } from "zod";
import { text } from "#app/lib/text.ts";

/* Comments on the sections of a full blueprint, for browser and server alike. */

export const commentSides = ["client", "architect"] as const;
export type CommentSide = (typeof commentSides)[number];

export const maxCommentLength = 2000;

const required = "Write a comment first.";
const tooLong = `Use at most ${maxCommentLength.toLocaleString("en-US")} characters.`;
/** Line breaks and tabs are the only control characters that a comment can hold. */
const controlCharacter = /[^\P{Cc}\n\r\t]/u;

/** Plain text, 1 to 2,000 characters. */
export const CommentText = z
  .string({ error: required })
  .refine((typed) => !controlCharacter.test(typed), {
    error: "Please remove the control characters: a comment is plain text.",
    abort: true,
  })
  .pipe(text({ max: maxCommentLength, tooLong, required, shape: "lines" }));

export const SectionId = z.string().regex(/^[a-z0-9-]{4,40}$/, { error: "Choose a section." });

export const NewComment = z.object({ sectionId: SectionId, text: CommentText });
export type NewComment = z.infer<typeof NewComment>;

/** Marks a thread as answered or open. `seen`: the newest comment that the person saw. */
export const ThreadState = z.object({ open: z.boolean(), seen: z.uuid() });
export type ThreadState = z.infer<typeof ThreadState>;

export type ReadComment = {
  id: string;
  side: CommentSide;
  /** Null: the account is gone. */
  author: string | null;
  text: string;
  createdAt: Date;
  /** The reader wrote it, and the other side has neither been mailed about it nor answered. */
  canDelete: boolean;
};

export type ReadThread = {
  sectionId: string;
  /** Of the section when it was last commented on. */
  title: string;
  isOpen: boolean;
  comments: ReadComment[];
};

/** Minutes from the first comment to the mail about it and those that follow: the time in which a comment can be deleted. */
export const bundleMinutes = 10;

export const threadAnchor = (sectionId: string): string => `comments-${sectionId}`;

/** Why nothing was changed. `too_late`: the other side was mailed or has answered. */
export const commentRefusals = {
  too_late: "This comment was already sent by email or answered, so it stays.",
  stale: "There is a new comment in this thread. Read it first.",
  too_many: "You have written many comments within an hour. Please try again later; your text is still here.",
} as const;
