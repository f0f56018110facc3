import { collect } from "./collected.ts";

export const collectGoal = (name: string, value?: number): void =>
  collect({
    type: "conversion",
    data: {
      conversion_type: "goal_complete",
      conversion_name: name,
      ...(value !== undefined && { conversion_value: value }),
    },
  });

export const collectRevenue = (name: string, amount: number): void =>
  collect({
    type: "conversion",
    data: { conversion_type: "revenue", conversion_name: name, conversion_value: amount },
  });

export const collectSecurityEvent = (name: string): void =>
  collect({ type: "event", data: { event_type: "security_event", event_name: name } });
