import { env } from "#app/platform/env.server.ts";

/* The settings of this feature that pages need. */

/** Whose subdomains may open and close a preview by a message (spec: preview-messages). */
export const trustedDomains = (): string => env().PREVIEW_TRUSTED_DOMAINS.join(",");

/** Whether the developer-tools banner is wanted at all; admins never see it (spec: inspection). */
export const watchesForInspection = (): boolean => env().DEVTOOLS_BANNER;
