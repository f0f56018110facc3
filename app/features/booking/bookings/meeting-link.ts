/** A placeholder in a host's video link, replaced by a random room for each call. */
export const roomPlaceholder = "{room}";

/** Whether a host's setting is valid: an https URL with placeholders only after the hostname. */
export function isMeetingSetting(text: string): boolean {
  if (!URL.canParse(text.replaceAll(roomPlaceholder, "room"))) return false;
  const { protocol, host } = new URL(text.replaceAll(roomPlaceholder, "room"));
  return (
    protocol === "https:" &&
    text.toLowerCase().startsWith(`https://${host}`) &&
    !/[{}]/.test(text.replaceAll(roomPlaceholder, ""))
  );
}

/** Returns the setting if it is a URL shared by every call; null for a pattern or no setting. */
export const fixedMeetingUrl = (setting: string | null): string | null =>
  setting?.includes(roomPlaceholder) ? null : setting;
