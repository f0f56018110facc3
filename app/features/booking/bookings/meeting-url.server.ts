import { randomBytes } from "node:crypto";
import { roomPlaceholder } from "./meeting-link.ts";

/** Returns the video link of a new call from its host's setting; a pattern gets 80 random bits. */
export const newMeetingUrl = (setting: string | null): string | null =>
  setting?.replaceAll(roomPlaceholder, () => `gtmarc-${randomBytes(10).toString("hex")}`) ?? null;
