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
  { teams: 3, when: "Ten people", text: "Everyone hears everything. Three small teams, three handoff lines." },
  {
    teams: 5,
    when: "Thirty people",
    text: "A spreadsheet now holds what everyone in the room used to know. Its owner is on vacation.",
  },
  {
    teams: 8,
    when: "A hundred people",
    text: "Eight teams, eight tools, and people hired to carry data between them.",
  },
] as const;

/** Why firms lock up as they grow: lines between n teams, n(n - 1)/2 by hand and n through one record. */
export function HandOvers() {
  return (
    <Section
      tag="Fig. 02"
      title="Gridlock is arithmetic, not laziness"
      size="t1"
      aside="Each line connects two teams that hand work to each other manually. Every new team adds a line to each of the others."
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
          <p className="small">Each team passes its work to one shared record. A ninth team adds just one line.</p>
        </li>
      </ol>
    </Section>
  );
}
