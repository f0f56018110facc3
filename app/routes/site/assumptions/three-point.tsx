/** Every three-point assumption is between 0 and this. */
const most = 1.4;
const width = 140;
const at = (value: number) => Math.round((1000 * width * value) / most) / 1000;

/** A triangular distribution on a scale from 0 to 1.4: where it begins, is highest and ends. Its numbers stand beside it. */
export function ThreePointShape({ points: [low, mode, high] }: { points: readonly [number, number, number] }) {
  return (
    <svg className="soft" viewBox={`-1 0 ${width + 2} 30`} width="142" height="30" aria-hidden="true">
      <path className="hl" d={`M0 28H${width}M${at(0.5)} 25v5M${at(1)} 22v7M0 22v7`} />
      <path className="ln" d={`M${at(low)} 28L${at(mode)} 3L${at(high)} 28`} />
      <path className="mk" d={`M${at(mode)} 3V28`} />
    </svg>
  );
}
