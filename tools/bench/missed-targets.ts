/** The targets that a benchmark missed, from `targets` (met or not, by name) and `below` (a sentence each). */
export const missedTargets = ({
  targets = {},
  below = [],
}: {
  targets?: Record<string, boolean>;
  below?: readonly string[];
}): string[] => [...Object.keys(targets).filter((name) => !targets[name]), ...below];
