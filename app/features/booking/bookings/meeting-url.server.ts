import { randomBytes } from "node:crypto";
import { roomMark } from "../meeting-link.ts";

/** The video link of a new call by its host's setting; a pattern gets a random part of 80 bits. */
export const newMeetingUrl = (setting: string | null): string | null =>
  setting?.replaceAll(roomMark, () => `gtmarc-${randomBytes(10).toString("hex")}`) ?? null;
