import css from "./letter-mark.module.css";

/** Stands for a tool whose mark we do not have: the first two letters of its name, in capitals. */
export function LetterMark({ name, size = "full" }: { name: string; size?: "full" | "small" }) {
  const letters = name.replace(/[^\p{L}\p{N}]/gu, "").slice(0, 2);
  return (
    <span className={size === "small" ? `${css.mark} ${css.small}` : css.mark} aria-hidden="true">
      {letters.toUpperCase()}
    </span>
  );
}
