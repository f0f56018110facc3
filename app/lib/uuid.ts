import { v7 } from "uuid";

/** Creates a UUIDv7: sorts by creation time, needs no coordination (RFC 9562). */
export const newId = (): string => v7();

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID; check it before comparing outside input with a uuid column. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);
