import { type Channel, findChannel } from "#app/features/analytics/collecting/sources/channels.ts";
import { type DeviceKind, deviceKindName } from "#app/features/analytics/storage/device-kinds.ts";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import type { ListedVisit } from "#app/features/analytics/store/visit-store.ts";
import { visitId } from "#app/features/analytics/visits/visit-id.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Page } from "#app/platform/database/keyset.server.ts";
import { filterIds, type ReportScope } from "../visit-conditions.server.ts";
import type { ListedActions } from "./action-selection.ts";
import { type ListKey, listOf } from "./lists.ts";

export type VisitLine = Omit<ListedVisit, "sessionId" | "channel" | "device"> & {
  id: string;
  channel: Channel | null;
  device: DeviceKind;
};

export type ListedAction = { list: ListKey; name: string; page: string | null };

const size = 50;

/** The visits behind the figures of a report, newest first. */
export async function listVisits(
  ctx: Pick<Ctx, "db">,
  { period, filters }: ReportScope,
  { action, after, before }: { action: ListedAction | null; after: string | null; before: string | null },
): Promise<Page<VisitLine>> {
  const found = await visitStore().listVisits(ctx, {
    ...{ period, after, before, size },
    filters: await Promise.all(filters.map((filter) => filterIds(ctx, filter))),
    action: action && listedActions(action),
  });
  return { ...found, rows: found.rows.map(visitLine) };
}

/** Lists of visits and pages have filters instead. */
function listedActions({ list, name, page }: ListedAction): ListedActions | null {
  const definition = listOf(list);
  return definition.of === "actions" ? { selection: definition.selection, by: definition.by, name, page } : null;
}

function visitLine({ sessionId, channel, device, ...visit }: ListedVisit): VisitLine {
  return {
    ...visit,
    id: visitId(sessionId, visit.startedAt),
    channel: findChannel(channel),
    device: deviceKindName(device),
  };
}
