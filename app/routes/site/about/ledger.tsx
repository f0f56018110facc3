import { Section } from "#app/ui/section.tsx";
import css from "./ledger.module.css";

const entries = [
  {
    we: "Fix the price before work starts",
    not: "Bill by the hour, which rewards slow work",
  },
  {
    we: "Build in your accounts, under your logins",
    not: "Run your processes on systems you cannot reach",
  },
  {
    we: "Show the low case next to the expected one",
    not: "Show one confident number",
  },
  {
    we: "Publish every assumption, with its source or the label “our assumption”",
    not: "Hide a factor that makes a result look better",
  },
  {
    we: "List anything that does not pay back within twelve months under “later”",
    not: "Sell it anyway",
  },
  {
    we: "Leave the blueprint with you, no matter who builds from it",
    not: "Make it expensive to leave: a retainer ends with 30 days' notice",
  },
] as const;

/** What follows from the values, as one signs it: what the firm does, and what it leaves. */
export function Ledger() {
  return (
    <Section title="What you can hold us to" aside="Six promises. If we break one, quote it to us.">
      <div className={css.table}>
        <table>
          <caption className="vh">What we do, and what we do not do</caption>
          <thead>
            <tr>
              <th scope="col" className="note">
                We
              </th>
              <th scope="col" className="note">
                We do not
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ we, not }) => (
              <tr key={we}>
                <td className={css.we}>{we}</td>
                <td>{not}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
