import { Section } from "#app/ui/section.tsx";
import css from "./ledger.module.css";

const entries = [
  {
    we: "Fix the price before work starts",
    not: "Bill by the hour, which rewards slow work",
  },
  {
    we: "Build in your accounts, under your logins",
    not: "Keep your processes on machines you cannot reach",
  },
  {
    we: "Print the low case beside the expected one",
    not: "Show one confident number",
  },
  {
    we: "Publish every assumption, with its source or the words “our assumption”",
    not: "Hide a factor that makes a result look better",
  },
  {
    we: "List what does not pay back within twelve months under “later”",
    not: "Sell it anyway",
  },
  {
    we: "Leave you the blueprint, no matter who builds from it",
    not: "Make leaving us expensive: 30 days' notice ends a retainer",
  },
] as const;

/** What follows from the values, as one signs it: what the firm does, and what it leaves. */
export function Ledger() {
  return (
    <Section title="What you can hold us to" aside="Six lines. If we break one, quote it to us.">
      <div className={css.table}>
        <table>
          <caption className="vh">What we do, and what we do not</caption>
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
