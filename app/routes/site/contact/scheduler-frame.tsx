import css from "./scheduler-frame.module.css";

/**
 * The scheduler in its frame. Its heights are fixed by width, so nothing moves when it arrives; it confirms a booking
 * itself. `src` is a page of this site.
 */
export function SchedulerFrame({ src }: { src: string }) {
  return (
    <div className={css.frame}>
      <iframe id="scheduler" src={src} title="Schedule a strategy session" loading="lazy" />
    </div>
  );
}
