import { z } from "zod";
import { formatNumber } from "#app/lib/numbers.ts";
import { text } from "#app/lib/text.ts";

export const commentSides = ["client", "architect"] as const;
export type CommentSide = (typeof commentSides)[number];

export const maxCommentLength = 2000;

const required = "Write a comment first.";
const tooLong = `Use at most ${formatNumber(maxCommentLength)} characters.`;
/** The only control characters allowed in a comment are line breaks and tabs. */
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

/** Marks a thread as answered or open. `seen`: the newest comment that the user saw. */
export const ThreadState = z.object({ open: z.boolean(), seen: z.uuid() });
export type ThreadState = z.infer<typeof ThreadState>;

export type ReadComment = {
  id: string;
  side: CommentSide;
  /** Null if the account is deleted. */
  author: string | null;
  text: string;
  createdAt: Date;
  /** The reader wrote it, and the other side was not mailed about it and has not answered. */
  canDelete: boolean;
};

export type ReadThread = {
  sectionId: string;
  /** At the time of the latest comment. */
  title: string;
  isOpen: boolean;
  comments: ReadComment[];
};

/** Delay of the mail about comments, which can be deleted until then. Later comments are included. */
export const bundleMinutes = 10;

export const threadAnchor = (sectionId: string): string => `comments-${sectionId}`;

/** `too_late`: the other side was mailed or has answered. */
export const commentRefusals = {
  too_late: "This comment was already sent by email or answered, so it cannot be deleted.",
  stale: "There is a new comment in this thread. Read it first.",
  too_many: "You have written many comments within an hour. Please try again later; your text is still here.",
} as const;
