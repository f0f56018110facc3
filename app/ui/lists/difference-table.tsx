import css from "./difference-table.module.css";

/** A field in which two versions differ, as text. */
export type Difference = { what: string; here: string; there: string };

/** Shows both texts of every difference, for choosing a version. Renders nothing without differences. */
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
    <table className={`smaller ${css.differences}`}>
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
