import { useEffect, useRef } from "react";

/*
 * Messages to the embedding page, in the format of Calendly's widget, so that one handler serves both. They are sent to this site only
 * and contain no address, time or token; the server knows the booking.
 */

type EmbedEvent =
  | { event: "calendly.event_type_viewed" | "calendly.date_and_time_selected"; payload: Record<string, never> }
  | { event: "calendly.event_scheduled"; payload: { event: { uri: string }; invitee: { uri: string } } }
  | { event: "calendly.page_height"; payload: { height: string } };

export const isFramed = () => window.parent !== window;

function report(message: EmbedEvent) {
  if (isFramed()) window.parent.postMessage(message, window.location.origin);
}

export const reportViewed = () => report({ event: "calendly.event_type_viewed", payload: {} });
export const reportTimeSelected = () => report({ event: "calendly.date_and_time_selected", payload: {} });

/** `uid` identifies the call but grants no access to it. */
export function reportScheduled(uid: string) {
  const event = `${window.location.origin}/api/booking/events/${uid}`;
  report({
    event: "calendly.event_scheduled",
    payload: { event: { uri: event }, invitee: { uri: `${event}/invitees/${uid}` } },
  });
}

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
