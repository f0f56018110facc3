import type { DayPiece, Span } from "#app/features/booking/availability/open-hours.ts";
import { minuteMs } from "#app/lib/durations.ts";
import type { AgendaCall } from "../agenda.server.ts";

/* Days of the firm's calendar. Safe in the browser: `pieces` convert wall-clock times of the day without data of time zones. */

export type BlockedSpan = Span & { id: string };

/** A host on one day. `busy`: in their other calendars; `blocked`: here. All within the day. */
export type AgendaLane = { hostId: string; open: Span[]; busy: Span[]; blocked: BlockedSpan[] };

export type AgendaDay = { date: string; pieces: readonly DayPiece[]; lanes: AgendaLane[]; calls: AgendaCall[] };

/** The instant of a minute of the day on its wall clock; a minute that the clocks skip is the first one after it. */
export function instantAt({ pieces }: Pick<AgendaDay, "pieces">, minute: number): Date {
  const at = pieces.map(({ midnight }) => midnight + minute * minuteMs);
  const piece = pieces.findIndex(({ start, end }, index) => at[index]! >= start && at[index]! < end);
  if (piece >= 0) return new Date(at[piece]!);
  const next = pieces.find(({ start }, index) => at[index]! < start);
  return new Date(next?.start ?? pieces.at(-1)!.end);
}
