import type { AutomationId } from "#app/features/content/automation-terms.ts";
import { automations } from "#app/features/content/automations.ts";
import { templates } from "./templates.ts";

/** The free starter kit: how the page names it (spec: kit). */
export const starterKit = {
  file: "GTMarc-Lite-Starter-Kit-v1.0.zip",
  path: "/downloads/GTMarc-Lite-Starter-Kit-v1.0.zip",
  version: "1.0",
  size: "38 KB",
  updated: "Updated October 2025",
  platforms: ["Zapier", "Make", "n8n"],
} as const;

/** Where on the downloads page the template of an automation is described; null when it has none. */
export function templateOf(id: AutomationId): { name: string; href: string } | null {
  const wanted = automations.find((automation) => automation.id === id)?.kitTemplate;
  const template = templates.find(({ name }) => name === wanted);
  return template ? { name: template.name, href: `/downloads#${template.slug}` } : null;
}

/** What the page answers and says around a download (spec: kit-messages). */
export const downloadMessages = {
  idle: `Download (${starterKit.size})`,
  busy: "Generating Download...",
  done: "Download started! Check your downloads folder.",
  failed: "Download failed. Please try again.",
} as const;
