import css from "./difference-table.module.css";

/** One thing that two versions do not agree on, in words. */
export type Difference = { what: string; here: string; there: string };

/** Both texts of everything that differs, for a person who has to choose a version. Shows nothing without differences. */
export function DifferenceTable({
  differences,
  here,
  there,
}: {
  differences: readonly Difference[];
  /** The headings of the two versions. */
  here: string;
  there: string;
}) {
  if (differences.length === 0) return null;
  return (
    <table className={css.differences}>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">What differs</span>
          </th>
          <th scope="col">{here}</th>
          <th scope="col">{there}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ what, here: mine, there: theirs }) => (
          <tr key={`${what}\n${mine}`}>
            <th scope="row">{what}</th>
            <td>{mine}</td>
            <td>{theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
