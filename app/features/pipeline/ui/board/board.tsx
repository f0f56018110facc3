import {
  type Announcements,
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  type UniqueIdentifier,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import type { BoardColumn, ProspectEntry } from "#app/features/pipeline/prospects/prospects.server.ts";
import { type Stage, stageKeys, stageLabel } from "#app/features/pipeline/prospects/stages.ts";
import { withQuery } from "#app/lib/addresses/list-query.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { classNames } from "#app/ui/class-names.ts";
import { isPageKey, type PageKey } from "#app/ui/lists/page-key.ts";
import type { UpcomingCall } from "../next-step.ts";
import css from "./board.module.css";
import { type CardOwner, ProspectCard } from "./prospect-card.tsx";
import { useRelease } from "./release.ts";

export const boardKeys: readonly PageKey[] = [
  { keys: ["j", "k", "↓", "↑"], text: "Next or previous card of the column" },
  { keys: ["h", "l", "←", "→"], text: "Card of the previous or next column" },
  { keys: ["Shift H", "Shift ←"], text: "Move the card to the previous stage" },
  { keys: ["Shift L", "Shift →"], text: "Move the card to the next stage" },
  { keys: ["Enter"], text: "Open the card" },
];

type Move = { entry: ProspectEntry; to: Stage };

/**
 * The pipeline as columns of cards. A card can be moved by pointer, by touch (press and hold) and by keyboard: arrow keys or h, j, k
 * and l move the focus from card to card, starting at the first, and with Shift the left and right keys move the card. `calls`: the
 * next calls by prospect. `onMove` requests a move; the page decides.
 */
export function Board({
  columns,
  calls,
  owners,
  now,
  today,
  onMove,
}: {
  columns: readonly BoardColumn[];
  calls: Readonly<Record<string, UpcomingCall>>;
  owners: readonly CardOwner[];
  now: Date;
  today: string;
  onMove: (move: Move) => void;
}) {
  const [lifted, setLifted] = useState<ProspectEntry | null>(null);
  const board = useRef<HTMLDivElement>(null);
  const movedByKey = useRef<Move | null>(null);
  // A moved card may not be among those shown in its new column. The focus then moves to the link to the other cards instead of another
  // card, which the next key would move. Runs before the general focus recovery.
  useLayoutEffect(() => {
    const move = movedByKey.current;
    const isShown = columns.some(({ cards }) => cards.some(({ id }) => id === move?.entry.id));
    if (!move || isShown || document.activeElement !== document.body) return;
    movedByKey.current = null;
    board.current?.querySelector<HTMLElement>(`[data-stage="${move.to}"] [data-more]`)?.focus();
  }, [columns]);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  );
  const find = (id: string) => columns.flatMap(({ cards }) => cards).find((entry) => entry.id === id);
  const { watch, stop } = useRelease((id, to) => {
    setLifted(null);
    const entry = find(id);
    if (entry && to && to !== entry.stage) onMove({ entry, to });
  });
  const press = useEffectEvent((event: KeyboardEvent) => {
    const way = ways[event.key.toLowerCase()];
    if (!board.current || !way || !isPageKey(event)) return;
    const focused = document.activeElement;
    const card = board.current.contains(focused) ? focused?.closest<HTMLElement>(cardLinks) : null;
    // Arrow keys scroll other focused elements, and without a card there is nothing to move.
    const isScrolling = event.key.startsWith("Arrow") && focused instanceof HTMLElement && focused.tabIndex >= 0;
    if (!card && (isScrolling || event.shiftKey)) return;
    const entry = find(card?.dataset["prospect"] ?? "");
    if (!card) board.current.querySelector<HTMLElement>("[data-prospect]")?.focus();
    else if (event.shiftKey && (way === "left" || way === "right")) {
      const to = entry && stageKeys[stageKeys.indexOf(entry.stage) + (way === "left" ? -1 : 1)];
      if (entry && to) {
        movedByKey.current = { entry, to };
        onMove({ entry, to });
      }
    } else neighborOf(board.current, card, way)?.focus();
    event.preventDefault();
  });
  // In a layout effect, so that keys pressed during hydration work.
  useLayoutEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  const ownerOf = ({ ownerId }: ProspectEntry) => owners.find(({ userId }) => userId === ownerId);
  return (
    <DndContext
      id="pipeline-board"
      sensors={sensors}
      collisionDetection={pointerWithin}
      autoScroll={boardOnly}
      accessibility={{ announcements: announcementsOf(find), screenReaderInstructions: instructions }}
      onDragStart={({ active }) => {
        setLifted(find(String(active.id)) ?? null);
        watch(String(active.id));
      }}
      onDragCancel={() => {
        setLifted(null);
        stop();
      }}
    >
      <div ref={board} className={classNames("grid rule-top", css.board, lifted && css.dragging)}>
        {columns.map((column) => (
          <Column key={column.stage} column={column} isSource={lifted?.stage === column.stage}>
            {column.cards.map((entry) => (
              <Card key={entry.id} id={entry.id}>
                <ProspectCard entry={entry} call={calls[entry.id]} owner={ownerOf(entry)} now={now} today={today} />
              </Card>
            ))}
          </Column>
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {lifted && (
          <ProspectCard
            entry={lifted}
            call={calls[lifted.id]}
            owner={ownerOf(lifted)}
            now={now}
            today={today}
            isLifted
          />
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** Dragging a card to the edge scrolls the board. Without this the page would scroll instead. */
const boardOnly = { canScroll: (element: Element) => element !== document.scrollingElement };

const instructions = {
  draggable: "Press Shift and the left or right arrow key to move this card to the previous or next stage.",
};

export function announcementsOf(find: (id: string) => ProspectEntry | undefined): Announcements {
  const nameOf = ({ id }: { id: UniqueIdentifier }) => {
    const entry = find(String(id));
    return entry?.company ?? entry?.name ?? entry?.email ?? "The prospect";
  };
  const stageOf = ({ id }: { id: UniqueIdentifier }) => {
    const stage = stageKeys.find((key) => key === id);
    return stage && stageLabel(stage);
  };
  const place = (over: { id: UniqueIdentifier } | null) => (over && stageOf(over)) ?? "no stage";
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active)}.`,
    onDragOver: ({ active, over }) => `${nameOf(active)} is over ${place(over)}.`,
    onDragEnd: ({ active, over }) => `Dropped ${nameOf(active)} on ${place(over)}.`,
    onDragCancel: ({ active }) => `${nameOf(active)} stays in its stage.`,
  };
}

type Way = "up" | "down" | "left" | "right";
const ways: Readonly<Record<string, Way>> = {
  ...{ arrowup: "up", arrowdown: "down", arrowleft: "left", arrowright: "right" },
  ...{ k: "up", j: "down", h: "left", l: "right" },
};

const cardLinks = "[data-prospect], [data-more]";

/** Returns the card above or below, or the one at the same height in the next non-empty column. */
function neighborOf(board: HTMLElement, card: HTMLElement, way: Way): HTMLElement | undefined {
  const lists = [...board.querySelectorAll("ul")].map((list) => [...list.querySelectorAll<HTMLElement>(cardLinks)]);
  const column = lists.findIndex((cards) => cards.includes(card));
  const row = lists[column]?.indexOf(card) ?? 0;
  if (way === "up" || way === "down") return lists[column]?.[row + (way === "up" ? -1 : 1)];
  const others = way === "left" ? lists.slice(0, column).reverse() : lists.slice(column + 1);
  const next = others.find((cards) => cards.length > 0);
  return next?.[Math.min(row, next.length - 1)];
}

function Column({
  column: { stage, count, cards },
  isSource,
  children,
}: {
  column: BoardColumn;
  isSource: boolean;
  children: ReactNode;
}) {
  const { setNodeRef, isOver } = useDroppable({ id: stage });
  const { search } = useLocation();
  const more = count - cards.length;
  return (
    <section
      ref={setNodeRef}
      className={classNames("stack", css.column, isOver && !isSource && css.over)}
      aria-labelledby={`column-${stage}`}
      data-stage={stage}
    >
      <h2 id={`column-${stage}`} className={`line baseline gap-50 sheet-surface smaller ${css.head}`}>
        {stageLabel(stage)} <span className={classNames("num muted", css.count)}>{formatNumber(count)}</span>
      </h2>
      <ul className={`grid packed ${css.cards}`}>
        {children}
        {more > 0 && (
          <li className={css.more}>
            <Link to={withQuery(search, { view: "table", stage })} data-more>{`${formatNumber(more)} more`}</Link>
          </li>
        )}
        {count === 0 && <li className={`muted ${css.empty}`}>No prospects</li>}
      </ul>
    </section>
  );
}

function Card({ id, children }: { id: string; children: ReactNode }) {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id });
  return (
    <li ref={setNodeRef} {...listeners} className={isDragging ? css.left : undefined}>
      {children}
    </li>
  );
}
