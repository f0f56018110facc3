import { Section } from "#app/ui/section.tsx";
import css from "./hand-overs.module.css";

const center = 110;
const radius = 88;
const round = (value: number) => Math.round(value * 10) / 10;

/** Teams evenly on a circle, the first at the top. */
const teamsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    return { x: round(center + radius * Math.cos(angle)), y: round(center + radius * Math.sin(angle)) };
  });

const everyPair = (teams: readonly { x: number; y: number }[]) =>
  teams.flatMap((one, index) => teams.slice(index + 1).map((other) => `M${one.x} ${one.y}L${other.x} ${other.y}`));

const stages = [
  { teams: 3, when: "Ten people", text: "Everyone hears everything. Three small teams, three lines." },
  {
    teams: 5,
    when: "Thirty people",
    text: "A spreadsheet holds what the room used to. Its owner is on vacation.",
  },
  {
    teams: 8,
    when: "A hundred people",
    text: "Eight teams, eight tools, and people whose work is to carry data between them.",
  },
] as const;

/** Why firms lock up as they grow: lines between n teams, n(n - 1)/2 by hand and n through one record. */
export function HandOvers() {
  return (
    <Section
      tag="Fig. 02"
      title="Gridlock is arithmetic, not laziness"
      size="t1"
      aside="Each line is a pair of teams that pass work by hand. Add one team, and you add a line to every other."
    >
      <ol className={css.stages}>
        {stages.map(({ teams, when, text }) => {
          const nodes = teamsOf(teams);
          const lines = everyPair(nodes);
          return (
            <li key={teams}>
              <svg viewBox="0 0 220 220" aria-hidden="true">
                <path className="ln" d={lines.join("")} />
                {nodes.map(({ x, y }) => (
                  <circle key={`${x} ${y}`} className={css.node} cx={x} cy={y} r="7" />
                ))}
              </svg>
              <p className={css.count}>
                {lines.length}
                <span className="unit">lines, {teams} teams</span>
              </p>
              <h3 className="t4">{when}</h3>
              <p className="small">{text}</p>
            </li>
          );
        })}
        <li>
          <svg viewBox="0 0 220 220" aria-hidden="true">
            <circle className="hl" cx={center} cy={center} r={radius} />
            <path
              className="ln"
              d={teamsOf(8)
                .map(({ x, y }) => `M${center} ${center}L${x} ${y}`)
                .join("")}
            />
            {teamsOf(8).map(({ x, y }) => (
              <circle key={`${x} ${y}`} className={css.node} cx={x} cy={y} r="7" />
            ))}
            <circle className="mkf" cx={center} cy={center} r="9" />
          </svg>
          <p className={css.count}>
            8<span className="unit">lines, 8 teams</span>
          </p>
          <h3 className="t4">The same firm, one record in the middle</h3>
          <p className="small">
            Each team hands its work to one record, which passes it on. The ninth team adds one line.
          </p>
        </li>
      </ol>
    </Section>
  );
}
