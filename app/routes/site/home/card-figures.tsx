import type { ReactNode } from "react";
import { arcPath, pointAt, type Quarter, raysPath } from "#app/ui/drawings/arc-geometry.ts";
import { Ticks } from "#app/ui/drawings/ticks.tsx";
import css from "./card-figures.module.css";

/*
 * The drawings of the six cards, 380 by 228 px. Each shows a rule of its automations, with the figures of their stories:
 * the score line at 65, ten minutes per person, 20 to 30 minutes of checking, three lines, a risk of 60 and the 90 days
 * before a renewal, sixty minutes before a call. One vermilion mark on each.
 */

const record = { x: 190, y: 190 };
const ring = (radius: number): Quarter => ({ ...record, radius });
const [sources, score, mails] = [ring(56), ring(94), ring(132)];
/** Half a turn holds 0 to 100 points, here 65, and on the outer ring days 0 to 16 of the follow-up. */
const scoreAngle = 1.8 * 65;
const ofDay = (day: number) => (180 * day) / 16;

function Node({ x, y }: { x: number; y: number }) {
  return <circle className={css.node} cx={x} cy={y} r="4.5" />;
}

/** Three rings round one record: sources, the score up to its line, the days of the four mails. */
function Engine() {
  const line = pointAt(score, scoreAngle);
  const lineName = pointAt(score, scoreAngle, 14);
  return (
    <>
      <path
        className="ln"
        d={`${[sources, score, mails].map((quarter) => arcPath(quarter, 0, 180)).join("")}M190 178v24M178 190h24`}
      />
      <Ticks along={score} step={9} nth={5} short={4} long={8} />
      <path className="hl" d={`${raysPath(mails, [2, 5, 9].map(ofDay))}M30 190H350`} />
      {[36, 90, 144].map((degrees) => (
        <Node key={degrees} {...pointAt(sources, degrees)} />
      ))}
      {[2, 5, 9, 16].map((day) => (
        <Node key={day} {...pointAt(mails, ofDay(day))} />
      ))}
      <path className="mk" d={arcPath(score, 0, scoreAngle)} />
      <circle className="mkf" cx={line.x} cy={line.y} r="4.5" />
      <text x={lineName.x} y={lineName.y}>
        65
      </text>
      {[2, 5, 9].map((day) => {
        const name = pointAt(mails, ofDay(day), 14);
        return (
          <text key={day} x={name.x} y={name.y + 4} textAnchor="middle">
            {day}
          </text>
        );
      })}
      <text x="332" y="184">
        16
      </text>
      <text x="46" y="140" textAnchor="end">
        day
      </text>
      <text x="96" y="208" textAnchor="middle">
        0
      </text>
      <text x="284" y="208" textAnchor="middle">
        100
      </text>
    </>
  );
}

/** What comes in on the left, what has an owner at the foot; who does not answer in ten minutes gives it up again. */
function Funnel() {
  return (
    <>
      <path className="ln" d="M44 44H238L180 118V200H102V118Z" />
      <path className="hl" d="M70.6 78H211.4M102 118H180M102 160H180" />
      <path className="ds" d="M238 44H282M180 118H282M180 200H282" />
      <path className="hl" d="M276 44V200M271 44h10M271 118h10M271 200h10" />
      <path className="mk" d="M180 176C232 174 236 140 190 139" />
      <path className="mkf" d="M181 139l10-5v10z" />
      <text className={css.onLine} x="230" y="162">
        10 min
      </text>
      <text x="288" y="48">
        received
      </text>
      <text x="288" y="122">
        on record
      </text>
      <text x="288" y="204">
        owned
      </text>
    </>
  );
}

/** Sheets over each other: the drafted words on top, the locked prices below. */
function Proposal() {
  return (
    <>
      <path
        className="hl"
        d="M128 54L228 26 310 70 210 100ZM128 54V74L210 120 310 90V70M128 74V94L210 140 310 110V90"
      />
      <path className={css.solid} d="M128 112L228 84 310 128 210 160Z" />
      <path className="hl" d="M128 112V130L210 178 310 146V128M210 160V178M128 130V148L210 196 310 164V146" />
      <path className="hl" d="M158 113L228 94M170 120L252 98M182 127L264 105M194 134L236 123" />
      <path className="mk" d="M206 141L256 128M217 148L267 134" />
      <path className="ds" d="M228 26V84M128 54V112M310 70V128M210 100V160" />
      <path className="hl" d="M104 54V130M99 54h10M99 130h10" />
      <path className="hl" d="M310 160H330V176" />
      <text x="20" y="88">
        20-30 min
      </text>
      <text x="20" y="104">
        to check
      </text>
      <text x="362" y="192" textAnchor="end">
        prices locked
      </text>
    </>
  );
}

/** Seven days of calls and changes, and what is left of them: three lines. */
function Summary() {
  const days = [180, 96, 140, 60, 120, 84, 150];
  return (
    <>
      <path
        className="hl"
        d={days.flatMap((length, day) => (day % 3 === 1 ? [] : [`M36 ${48 + 22 * day}h${length}`])).join("")}
      />
      <path
        className="ln"
        d={days.flatMap((length, day) => (day % 3 === 1 ? [`M36 ${48 + 22 * day}h${length}`] : [])).join("")}
      />
      {days.map((_, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other name than its place
        <circle key={day} className={css.dot} cx="36" cy={48 + 22 * day} r="2.5" />
      ))}
      <path
        className="ln"
        d="M228 40C244 40 244 56 244 76V98C244 108 248 113 256 114 248 115 244 120 244 130V152C244 172 244 188 228 188"
      />
      <path className="ln" d="M266 76h86v76h-86z" />
      <path className="hl" d="M266 101.3h86M266 126.7h86" />
      <path className="mk" d="M266 126.7v25.3" />
      <text x="278" y="93">
        moved
      </text>
      <text x="278" y="118">
        stuck
      </text>
      <text x="278" y="144">
        next
      </text>
    </>
  );
}

/** Risk week by week. Where it crosses 60 a task opens, ninety days before the renewal. */
function Churn() {
  return (
    <>
      <path className="ln" d="M44 34V186H350" />
      <path className="hl" d="M66 186v5M88 186v5M110 186v5M132 186v5M154 186v5M176 186v5M330 34V206" />
      <path className="ds" d="M44 95H350" />
      <path className="ln" d="M44 158H66V152H88V155H110V138H132V128H154V114H176V90" />
      <path className="ds" d="M176 90H220V74H264V60H308V46H330" />
      <path className="mk" d="M176 90H198V104H220V124H264V140H308V148H330" />
      <circle className="mkf" cx="176" cy="90" r="5" />
      <path className="hl" d="M176 98V206M176 201H330M176 196v10M330 196v10" />
      <text x="52" y="88">
        risk 60
      </text>
      <text className={css.onLine} x="253" y="205" textAnchor="middle">
        90 days
      </text>
      <text x="324" y="28" textAnchor="end">
        renewal
      </text>
    </>
  );
}

/** One page of three parts, an hour before the call. */
function OnePager() {
  return (
    <>
      <path className={css.solid} d="M72 26H210V204H72Z" />
      <path className="ln" d="M86 46h66" />
      <path
        className="hl"
        d="M86 58h92M86 66h76M86 106h108M86 114h92M86 122h108M86 162h74M86 170h92M86 178h48M86 80h110M86 136h110"
      />
      <path className="mk" d="M210 115H328M210 109v12" />
      <circle className="mkf" cx="328" cy="115" r="6" />
      <text x="86" y="97">
        people
      </text>
      <text x="86" y="153">
        history
      </text>
      <text x="86" y="195">
        open
      </text>
      <text x="266" y="106" textAnchor="middle">
        60 min
      </text>
      <text x="328" y="140" textAnchor="middle">
        call
      </text>
    </>
  );
}

const figures: Readonly<Record<string, ReactNode>> = {
  "gtm-engine": <Engine />,
  "never-lose-a-lead": <Funnel />,
  "proposal-generator": <Proposal />,
  "deal-summary": <Summary />,
  "churn-prediction": <Churn />,
  "meeting-prep": <OnePager />,
};

/** The drawing of a card, on blueprint or on grid paper by its place in the row. The words beside it say the same. */
export const CardFigure = ({ id, blueprint }: { id: string; blueprint: boolean }) => (
  <div className={blueprint ? `band-bp ${css.blueprint}` : `gridpaper ${css.paper}`}>
    <svg className={css.figure} viewBox="0 0 380 228" aria-hidden="true">
      {figures[id]}
    </svg>
  </div>
);
