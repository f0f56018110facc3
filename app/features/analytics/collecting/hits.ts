import { hitKinds, reportedRevenue } from "../storage/hit-kinds.ts";
import { type KeptMetadata, keptMetadata } from "./kept-metadata.ts";
import type { AnalyticsPayload } from "./payload.ts";

export type HitFields = {
  kind: number;
  /** As sent; the caller shortens and scrubs pages. */
  page: string | null;
  type: string | null;
  name: string | null;
  value: number | null;
  detail: KeptMetadata | null;
};

/** Null for a session, of which there is no row. */
export function hitFields(payload: AnalyticsPayload): HitFields | null {
  switch (payload.type) {
    case "session":
      return null;
    case "page_view": {
      const { page_path, page_title, duration } = payload.data;
      return row("page_view", { page: page_path, name: page_title ?? null, value: duration ?? null });
    }
    case "event": {
      const { page_path, event_type, event_name, element_id, element_class, element_text, metadata } = payload.data;
      const detail = { ...filled({ element_id, element_class, element_text }), ...keptMetadata(metadata) };
      return row("event", { page: page_path, type: event_type, name: event_name, detail });
    }
    case "performance": {
      const { page_path, metric_type, metric_value } = payload.data;
      return row("performance", { page: page_path, type: metric_type, value: metric_value });
    }
    case "page_metrics": {
      const { page_path, page_load_time, ttfb, dns_time, tcp_time } = payload.data;
      const detail = filled({ ttfb, dns_time, tcp_time });
      return row("page_metrics", { page: page_path ?? null, value: page_load_time ?? null, detail });
    }
    case "behavior": {
      const { page_path, behavior_type, element_selector, metadata } = payload.data;
      const detail = keptMetadata(metadata);
      return row("behavior", { page: page_path, type: behavior_type, name: element_selector ?? null, detail });
    }
    case "conversion": {
      const { page_path, conversion_type, conversion_name, conversion_value, metadata } = payload.data;
      return row("conversion", {
        page: page_path,
        type: conversion_type === "revenue" ? reportedRevenue : conversion_type,
        name: conversion_name,
        detail: { ...keptMetadata(metadata), ...filled({ reported_value: conversion_value }) },
      });
    }
  }
}

/** Drops everything that could identify a visitor: the part that is counted for visitors who ask not to be tracked. */
export const countOnly = (hit: HitFields): HitFields => ({
  ...hit,
  detail: null,
  value: hit.kind === hitKinds.page_view ? null : hit.value,
});

function row(kind: keyof typeof hitKinds, fields: Partial<HitFields>): HitFields {
  const { page = null, type = null, name = null, value = null, detail = null } = fields;
  const isEmpty = detail === null || Object.keys(detail).length === 0;
  return { kind: hitKinds[kind], page, type, name, value, detail: isEmpty ? null : detail };
}

const filled = (fields: Readonly<Record<string, string | number | null | undefined>>): KeptMetadata =>
  keptMetadata(
    Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ""),
    ),
  );
