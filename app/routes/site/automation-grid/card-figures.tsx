import type { ReactNode } from "react";
import type { AutomationId } from "#app/features/content/automations/automation-terms.ts";

/*
 * Two cards are wide enough to show what their automation does to one lead or one deal. The figures follow the rules of
 * their stories: M-02's points and its line at 65, M-06's shares of 30, 30, 10 and 30 per cent.
 */

/** A lead of fit 35: two clicks +5, webinar +10, 30 quiet days halve behavior, pricing page +15, demo form +25. */
const score = (
  <svg viewBox="0 0 340 188" aria-hidden="true">
    <path className="ln" d="M24 8V150H332" />
    <path className="hl" d="M24 112.5H332M24 75H332M24 37.5H332" />
    <path className="ds" d="M24 52.5H332" />
    <path className="ln" d="M24 97.5H66V90H104V75H186V86.25H226V63.75H268V52.5" />
    <path className="mk" d="M268 52.5V26.25H332" />
    <circle className="mkf" cx="268" cy="52.5" r="4.5" />
    <text x="30" y="47">
      65: to sales
    </text>
    <text x="58" y="167" textAnchor="middle">
      clicks
    </text>
    <text x="112" y="182" textAnchor="middle">
      webinar
    </text>
    <text x="178" y="167" textAnchor="middle">
      30 days
    </text>
    <text x="234" y="182" textAnchor="middle">
      pricing
    </text>
    <text x="286" y="167" textAnchor="middle">
      demo
    </text>
    <path className="hl" d="M66 97.5V150M104 90V150M186 86.25V150M226 86.25V150M268 63.75V150" />
  </svg>
);

/** From the won deal back over its touches: heights are the shares of its revenue. */
const attribution = (
  <svg viewBox="0 0 340 176" aria-hidden="true">
    <path className="ln" d="M16 140H324" />
    <path className="ln" d="M32 140V80h26v60M214 140V80h26v60M126 140V80h26v60" />
    <path className="ln" d="M82 140v-7h16v7M172 140v-7h16v7M256 140v-7h16v7" />
    <path className="hl" d="M45 140v8M139 140v8M227 140v8M300 140v8" />
    <path className="mk" d="M300 134C300 24 62 4 46 66" />
    <path className="mk" d="M40.5 57.5l5 9.5 8-7.5" />
    <circle className="mkf" cx="300" cy="140" r="4.5" />
    <text x="45" y="98" textAnchor="middle">
      30
    </text>
    <text x="139" y="98" textAnchor="middle">
      30
    </text>
    <text x="227" y="98" textAnchor="middle">
      30
    </text>
    <text x="180" y="126" textAnchor="middle">
      10
    </text>
    <text x="45" y="162" textAnchor="middle">
      first touch
    </text>
    <text x="139" y="162" textAnchor="middle">
      lead
    </text>
    <text x="227" y="162" textAnchor="middle">
      deal
    </text>
    <text x="300" y="162" textAnchor="middle">
      won
    </text>
  </svg>
);

export const cardFigures: Readonly<Partial<Record<AutomationId, ReactNode>>> = { "M-02": score, "M-06": attribution };
