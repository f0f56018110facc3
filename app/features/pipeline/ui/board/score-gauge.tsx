import css from "./score-gauge.module.css";

const sizes = { small: { width: 34, height: 22 }, large: { width: 108, height: 67 } } as const;

export function ScoreGauge({ score, size = "small" }: { score: number; size?: keyof typeof sizes }) {
  const tone = score >= 70 ? css.high : score >= 40 ? css.middle : css.low;
  return (
    <svg
      className={`rigid ${css.gauge}`}
      viewBox="0 0 50 31"
      {...sizes[size]}
      role="img"
      aria-label={`Score ${score} of 100`}
    >
      <path className={css.scale} d="M4 26A21 21 0 0 1 46 26" />
      <path className={tone} d="M4 26A21 21 0 0 1 46 26" pathLength="100" strokeDasharray={`${score} 200`} />
      <text x="25" y="29" textAnchor="middle">
        {score}
      </text>
    </svg>
  );
}
