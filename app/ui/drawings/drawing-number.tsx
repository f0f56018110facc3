import css from "./drawing-number.module.css";

/** The permanent number of a drawing or sheet (S-03) in a frame. */
export function DrawingNumber({ children }: { children: string }) {
  return <span className={css.number}>{children}</span>;
}
