import { env } from "#app/platform/env.server.ts";

/* What pages are told of the settings of this room. */

/** Whose subdomains may open and close a preview by a message (spec: preview-messages). */
export const trustedDomains = (): string => env().PREVIEW_TRUSTED_DOMAINS.join(",");

/** Whether the developer-tools banner is wanted at all; admins never see it (spec: inspection). */
export const watchesForInspection = (): boolean => env().DEVTOOLS_BANNER;
