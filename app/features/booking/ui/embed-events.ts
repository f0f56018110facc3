import { useEffect, useRef } from "react";

/*
 * Messages to the page that frames this one, in the format of Calendly's widget, so that the embedding page has one handler for
 * both. They go to this site only and contain no address, time or token; the server knows the booking itself.
 */

type EmbedEvent =
  | { event: "calendly.event_type_viewed" | "calendly.date_and_time_selected"; payload: Record<string, never> }
  | { event: "calendly.event_scheduled"; payload: { event: { uri: string }; invitee: { uri: string } } }
  | { event: "calendly.page_height"; payload: { height: string } };

/** Only in the browser. */
export const isFramed = () => window.parent !== window;

function report(message: EmbedEvent) {
  if (isFramed()) window.parent.postMessage(message, window.location.origin);
}

export const reportViewed = () => report({ event: "calendly.event_type_viewed", payload: {} });
export const reportTimeSelected = () => report({ event: "calendly.date_and_time_selected", payload: {} });

/** `uid` names the call; it gives no right to it. */
export function reportScheduled(uid: string) {
  const event = `${window.location.origin}/api/booking/events/${uid}`;
  report({
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
      report({
        event: "calendly.page_height",
        payload: { height: `${Math.ceil(element.getBoundingClientRect().height)}px` },
      }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return box;
}
