// Typed messages between islands (separate React roots share no context). Queued until they are received.
export type Messages = {
  /** Null removes the current toast. */
  toast: { title?: string; text: string; kind: "done" | "info" | "error" } | null;
  "open-newsletter": { source: string };
  "open-training": { program: string };
};
type Receiver = (detail: never) => void;
const receivers = new Map<keyof Messages, Set<Receiver>>();
const kept = new Map<keyof Messages, unknown[]>();
let wanted: (message: keyof Messages) => void = () => {};

export function send<M extends keyof Messages>(message: M, detail: Messages[M]): void {
  const to = receivers.get(message);
  if (to?.size) {
    for (const receiver of to) receiver(detail as never);
    return;
  }
  kept.set(message, [...(kept.get(message) ?? []), detail]);
  wanted(message);
}

/** Wakes the receivers ahead of a message that may come without a connection. */
export const prepare = (message: keyof Messages) => receivers.get(message)?.size || wanted(message);

/** Use in an effect: `useEffect(() => receive("toast", show), [])`. Queued messages are received first, in order. */
export function receive<M extends keyof Messages>(message: M, receiver: (detail: Messages[M]) => void): () => void {
  const to = receivers.get(message) ?? new Set();
  receivers.set(message, to.add(receiver as Receiver));
  const before = kept.get(message) ?? [];
  kept.delete(message);
  for (const detail of before) receiver(detail as Messages[M]);
  return () => void to.delete(receiver as Receiver);
}

/** For browser.ts: called for messages without a receiver, to wake islands with that `wakeOn`. */
export const onWanted = (callback: typeof wanted) => {
  wanted = callback;
};

if (typeof document !== "undefined")
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-send]") : null;
    if (button) send(...(JSON.parse(button.dataset.send!) as Parameters<typeof send>));
  });
