import { ownValue } from "#app/lib/program/own-value.ts";
import css from "./summary-drawing.module.css";

/** One drawing for each group: a figure with its range, a flow with its decision, a plan with one door. */
const drawings: Readonly<Record<string, () => React.ReactNode>> = {
  "value-roi": Range,
  "process-technology": Flow,
  "security-trust": Plan,
};

/** `of`: the group's anchor. Groups of the firm's own have the drawing of their place. */
export function SummaryDrawing({ of, place }: { of: string; place: number }) {
  const all = Object.values(drawings);
  const Drawing = ownValue(drawings, of) ?? all[place % all.length]!;
  return (
    <svg className="full-width soft" viewBox="18 0 290 120" aria-hidden="true">
      <Drawing />
    </svg>
  );
}

function Range() {
  return (
    <>
      <path className="hl" d="M20 96H300M20 90v12M90 92v8M160 90v12M230 92v8M300 90v12" />
      <path
        className={`no-fill pen-100 ${css.uncertain}`}
        d="M62 44h88v30H62zM62 64l20-20M62 74l30-30M72 74l30-30M82 74l30-30M92 74l30-30M102 74l30-30M112 74l30-30M122 74l28-28M132 74l18-18M142 74l8-8"
      />
      <rect className={css.solid} x="150" y="44" width="96" height="30" />
      <path className="ln" d="M62 38v42M246 38v42" />
      <path className="mk" d="M150 24v62" />
      <text x="62" y="28" textAnchor="middle">
        low
      </text>
      <text x="150" y="16" textAnchor="middle">
        expected
      </text>
      <text x="246" y="28" textAnchor="middle">
        high
      </text>
    </>
  );
}

function Flow() {
  return (
    <>
      <path className="hl" d="M150 78v24H218V74" />
      <path className="ln" d="M46 62h32M110 62h24M166 62h36M234 62h42" />
      <circle className={`stroked ${css.node}`} cx="34" cy="62" r="12" />
      <rect className={`stroked ${css.node}`} x="78" y="50" width="32" height="24" />
      <path className={`stroked ${css.node}`} d="M150 44l18 18-18 18-18-18z" />
      <rect className={`stroked ${css.node}`} x="202" y="50" width="32" height="24" />
      <circle className="mkf" cx="284" cy="62" r="9" />
      <text x="34" y="34" textAnchor="middle">
        lead
      </text>
      <text x="150" y="32" textAnchor="middle">
        fits?
      </text>
      <text x="284" y="34" textAnchor="middle">
        call
      </text>
    </>
  );
}

function Plan() {
  return (
    <>
      <path className={`no-fill ${css.wall}`} d="M176 100H70V18H250V100H212" />
      <path className="hl" d="M176 100A36 36 0 0 1 212 64" />
      <path className="mk" d="M212 100V64" />
      <rect className={`stroked ${css.node}`} x="90" y="36" width="52" height="44" />
      <path className="hl" d="M90 48h52M90 58h52M90 68h52" />
      <path className="ds" d="M20 100H66M254 100H300" />
      <text x="160" y="46">
        your data
      </text>
      <text x="194" y="116" textAnchor="middle">
        you
      </text>
    </>
  );
}
