import type { Ctx } from "#app/platform/context.server.ts";
import { type DeviceKind, deviceKindName } from "../storage/device-kinds.ts";
import { visitStore } from "../store/current-store.server.ts";
import { type RejectionRule, rejectionRules } from "../visits/rejection-rules.ts";

export type RejectedSession = {
  id: number;
  firstAt: Date;
  browser: string | null;
  os: string | null;
  device: DeviceKind;
  page: string | null;
  source: string | null;
};

const size = 20;

export async function sampleRejected(ctx: Pick<Ctx, "db">, rule: RejectionRule): Promise<RejectedSession[]> {
  const rows = await visitStore().sampleRejected(ctx, rejectionRules[rule], size);
  return rows.map(({ device, ...row }) => ({ ...row, device: deviceKindName(device) }));
}
