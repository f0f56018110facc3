import { type Graduation, type Quarter, tickRings } from "./arc-geometry.ts";

export const Ticks = ({ along, ...graduation }: Graduation & { along: Quarter }) =>
  tickRings(along, graduation).map((ring) => <path key={ring.strokeWidth + ring.d} className="tk" {...ring} />);
