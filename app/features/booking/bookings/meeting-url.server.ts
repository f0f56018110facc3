import { randomBytes } from "node:crypto";
import { roomMark } from "../meeting-link.ts";

/** The video link of a new call by its host's setting; a pattern gets a room of 80 random bits, which nobody can guess. */
export const newMeetingUrl = (setting: string | null): string | null =>
  setting?.replaceAll(roomMark, () => `gtmarc-${randomBytes(10).toString("hex")}`) ?? null;
