/** In a host's video link: replaced by a random room for each call. */
export const roomMark = "{room}";

/** Whether a host's setting is usable: an https address, and a pattern only after its host name. */
export function isMeetingSetting(text: string): boolean {
  if (!URL.canParse(text.replaceAll(roomMark, "room"))) return false;
  const { protocol, host } = new URL(text.replaceAll(roomMark, "room"));
  return (
    protocol === "https:" &&
    text.toLowerCase().startsWith(`https://${host}`) &&
    !/[{}]/.test(text.replaceAll(roomMark, ""))
  );
}

/** The setting as an address that every call shares; null for a pattern and for none. */
export const fixedMeetingUrl = (setting: string | null): string | null =>
  setting?.includes(roomMark) ? null : setting;
