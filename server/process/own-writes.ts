import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { cookieAttributes } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import type { Settings } from "#app/platform/env.server.ts";
import type { AppEnv } from "../requests/request-env.ts";

/*
 * Read-your-writes for reports (decision 0234). A standby is behind by milliseconds, and by up to max_standby_streaming_delay (30 s) while
 * a long query runs on it. A cookie instead of memory, because the next request may reach another process.
 */

const cookie = "gtmarc_wrote";
const seconds = 60;

/** Whether this browser changed something within the last minute. */
export const hasJustWritten = (c: Context<AppEnv>): boolean => getCookie(c, cookie) !== undefined;

export const keepWriteMark = (c: Context<AppEnv>, settings: Settings): void =>
  setCookie(c, cookie, "1", { ...cookieAttributes(settings), maxAge: seconds });
