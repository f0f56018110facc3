import { useEffect, useRef } from "react";

/*
 * What the page tells the page that frames it, in the words of Calendly's widget, so that the embedding page has one code
 * path for both. Messages go to this site only; the names hold no address, no time and no right: they are provisional, and
 * the booking itself is known to the server.
 */

type EmbedEvent =
  | { event: "calendly.event_type_viewed" | "calendly.date_and_time_selected"; payload: Record<string, never> }
  | { event: "calendly.event_scheduled"; payload: { event: { uri: string }; invitee: { uri: string } } }
  | { event: "calendly.page_height"; payload: { height: string } };

/** Whether this page stands in a frame. Only in the browser. */
export const isFramed = () => window.parent !== window;

function tell(message: EmbedEvent) {
  if (isFramed()) window.parent.postMessage(message, window.location.origin);
}

export const tellViewed = () => tell({ event: "calendly.event_type_viewed", payload: {} });
export const tellTimeSelected = () => tell({ event: "calendly.date_and_time_selected", payload: {} });

/** `uid` names the call; it gives no right to it. */
export function tellScheduled(uid: string) {
  const event = `${window.location.origin}/api/booking/events/${uid}`;
  tell({
    event: "calendly.event_scheduled",
    payload: { event: { uri: event }, invitee: { uri: `${event}/invitees/${uid}` } },
  });
}

/** Reports the height of the element it is given whenever that changes. */
export function useReportedHeight<Box extends HTMLElement>() {
  const box = useRef<Box>(null);
  useEffect(() => {
    const element = box.current;
    if (!element || !isFramed()) return;
    const observer = new ResizeObserver(() =>
      tell({
        event: "calendly.page_height",
        payload: { height: `${Math.ceil(element.getBoundingClientRect().height)}px` },
      }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return box;
}
