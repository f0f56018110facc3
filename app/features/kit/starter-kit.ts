import type { AutomationId } from "#app/features/content/automations/automation-terms.ts";
import { automations } from "#app/features/content/automations/automations.ts";
import { templates } from "./files/templates.ts";

/** The free starter kit, as named on the page (spec: kit). */
export const starterKit = {
  file: "GTMarc-Lite-Starter-Kit-v1.0.zip",
  path: "/downloads/GTMarc-Lite-Starter-Kit-v1.0.zip",
  checksumPath: "/downloads/GTMarc-Lite-Starter-Kit-v1.0.zip.sha256",
  version: "1.0",
  size: "38 KB",
  updated: "Updated October 2025",
  platforms: ["Zapier", "Make", "n8n"],
} as const;

/** Returns the name of an automation's template and the link to its description on the downloads page; null without one. */
export function templateOf(id: AutomationId): { name: string; href: string } | null {
  const wanted = automations.find((automation) => automation.id === id)?.kitTemplate;
  const template = templates.find(({ name }) => name === wanted);
  return template ? { name: template.name, href: `/downloads#${template.slug}` } : null;
}

/** Messages around a download (spec: kit-messages). */
export const downloadMessages = {
  idle: `Download (${starterKit.size})`,
  busy: "Generating Download...",
  done: "Download started! Check your downloads folder.",
  failed: "Download failed. Please try again.",
} as const;
