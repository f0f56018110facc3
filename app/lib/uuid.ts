import { v7 } from "uuid";

/** A new UUIDv7: sorts by creation time, safe to make anywhere (RFC 9562). */
export const newId = (): string => v7();

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** True for the text form of a UUID; use it before a value from outside meets a uuid column. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);
