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

export const collectSecurityEvent = (name: string): void =>
  collect({ type: "event", data: { event_type: "security_event", event_name: name } });
