import { firmName } from "#app/lib/firm.ts";
import css from "./data-ways.module.css";

/**
 * Every way that data takes, as section 5 of the policy lists them: into our server and its database, out again only by the
 * ways drawn. Dashed ones exist only where you book, pay or are written to.
 */
export function DataWays() {
  return (
    <svg
      className={`full-width soft ${css.drawing}`}
      viewBox="0 0 340 388"
      role="img"
      aria-label="Where your data goes: from your browser to our server, which keeps it in its own database. From there out only to the email provider when we write to you, and, where they are used, to the scheduling provider when you book, the payment provider when you pay, and the language-model provider, which gets figures without names. Export and deletion lead back to you."
    >
      <path className={`no-fill ${css.wall}`} d="M96 132H12V270H328V132H188" />
      <path className="hl" d="M96 132v-10M188 132v-10" />

      <rect className={`stroked ${css.node}`} x="70" y="14" width="144" height="46" />
      <text className={`strong ${css.bold}`} x="142" y="34" textAnchor="middle">
        Your browser
      </text>
      <text x="142" y="50" textAnchor="middle">
        no cookie to read
      </text>

      <path className={`stroked no-fill ${css.way}`} d="M122 60V160M116 152l6 8 6-8" />
      <path className={`no-fill ${css.back}`} d="M162 160V60M156 68l6-8 6 8" />
      <text className={css.backText} x="172" y="92">
        export,
      </text>
      <text className={css.backText} x="172" y="107">
        deletion
      </text>

      <rect className={`stroked ${css.node}`} x="82" y="160" width="120" height="40" />
      <text className={`strong ${css.bold}`} x="142" y="184" textAnchor="middle">
        Our server
      </text>
      <path className={`stroked no-fill ${css.way}`} d="M202 180h30M226 174l8 6-8 6" />
      <path className={`stroked ${css.node}`} d="M236 164c0-12 76-12 76 0v34c0 12-76 12-76 0z" />
      <path className="hl" d="M236 164c0 12 76 12 76 0" />
      <text className={`strong ${css.bold}`} x="274" y="192" textAnchor="middle">
        Database
      </text>
      <text x="22" y="152">
        {firmName()}
      </text>

      <path className={`stroked no-fill ${css.way}`} d="M60 236V300M54 292l6 8 6-8M60 236H142V200" />
      <path className={`stroked no-fill ${css.maybe}`} d="M142 236H280M136 300V236M208 300V236M280 300V236" />
      <path className="hl" d="M130 293l6 7 6-7M202 293l6 7 6-7M274 293l6 7 6-7" />
      <Party x={60} first="Email" second="messages" />
      <Party x={136} first="Calendar" second="bookings" />
      <Party x={208} first="Payment" second="by card" />
      <Party x={280} first="AI model" second="no names" />
      <text x="170" y="380" textAnchor="middle">
        dashed: only where used
      </text>
    </svg>
  );
}

function Party({ x, first, second }: { x: number; first: string; second: string }) {
  return (
    <>
      <circle className={`stroked ${css.node}`} cx={x} cy="310" r="9" />
      <text className={`strong ${css.bold}`} x={x} y="337" textAnchor="middle">
        {first}
      </text>
      <text className={css.fine} x={x} y="352" textAnchor="middle">
        {second}
      </text>
    </>
  );
}
