import css from "./contents-list.module.css";

/** The archive folder by folder: how many files, and what they are. */
export const ContentsList = ({
  contents,
}: {
  contents: readonly { folder: string; count: number; title: string; text: string }[];
}) => (
  <ul className={`grid framed ${css.list}`}>
    {contents.map(({ folder, count, title, text }) => (
      <li key={folder}>
        <p className="note">
          {folder} · {count} {count === 1 ? "file" : "files"}
        </p>
        <h3 className="t4">{title}</h3>
        <p className="small">{text}</p>
      </li>
    ))}
  </ul>
);
