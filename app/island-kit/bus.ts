// Typed messages between islands (separate React roots share no context). Kept until somebody receives them.
export type Messages = {
  toast: { title?: string; text: string; kind: "done" | "info" | "error" };
  "open-newsletter": { source: string };
  "open-access": { step: "request" | "code" };
};
type Receiver = (detail: never) => void;
const receivers = new Map<keyof Messages, Set<Receiver>>();
const kept = new Map<keyof Messages, unknown[]>();
let wanted: (message: keyof Messages) => void = () => {};

export function send<M extends keyof Messages>(message: M, detail: Messages[M]) {
  const to = receivers.get(message);
  if (to?.size) return to.forEach((receive) => receive(detail as never));
  kept.set(message, [...(kept.get(message) ?? []), detail]);
  wanted(message); // wakes islands with wakeOn={message}
}
/** Use in an effect: useEffect(() => receive("toast", show), []). */
export function receive<M extends keyof Messages>(message: M, receiver: (detail: Messages[M]) => void) {
  const to = receivers.get(message) ?? new Set();
  receivers.set(message, to.add(receiver as Receiver));
  for (const detail of kept.get(message) ?? []) receiver(detail as Messages[M]);
  kept.delete(message);
  return () => void to.delete(receiver as Receiver);
}
export const onWanted = (callback: typeof wanted) => { wanted = callback; };

/** For buttons outside islands: <button {...sends("open-newsletter", { source: "nav" })}>. Works hydrated or not. */
export const sends = <M extends keyof Messages>(message: M, detail: Messages[M]) => ({ type: "button" as const, "data-send": JSON.stringify([message, detail]) });
if (typeof document !== "undefined") document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLElement>("[data-send]");
  if (button) send(...(JSON.parse(button.dataset.send!) as Parameters<typeof send>));
});
