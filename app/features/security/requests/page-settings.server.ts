import { env } from "#app/platform/env.server.ts";

/** Subdomains of these domains may open and close a preview by message (spec: preview-messages). */
export const trustedDomains = (): readonly string[] => env().PREVIEW_TRUSTED_DOMAINS;

/** Whether the developer-tools banner is enabled; admins never see it (spec: inspection). */
export const watchesForInspection = (): boolean => env().DEVTOOLS_BANNER;
