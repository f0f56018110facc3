/** The stored numbers of device kinds; they never change. */
export const deviceKinds = { unknown: 0, desktop: 1, phone: 2, tablet: 3 } as const;
export type DeviceKind = keyof typeof deviceKinds;

const names = new Map(Object.entries(deviceKinds).map(([name, number]) => [number as number, name as DeviceKind]));

export const deviceKindName = (number: number | null): DeviceKind => names.get(number ?? 0) ?? "unknown";
