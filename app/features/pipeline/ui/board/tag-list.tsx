import css from "./tag-list.module.css";

const maxShown = 3;

export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className={`cluster soft weight-400 ${css.tags}`}>
      {tags.slice(0, maxShown).map((tag) => (
        <span key={tag} className={`shrinks framed rounded breaks ${css.tag}`}>
          {tag}
        </span>
      ))}
      {tags.length > maxShown && <span title={tags.join(", ")}>{`+${tags.length - maxShown}`}</span>}
    </span>
  );
}
