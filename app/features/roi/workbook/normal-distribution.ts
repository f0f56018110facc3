/** The standard normal distribution by Hart's rational approximation, exact to about 14 digits. */
export function normalDistribution(z: number): number {
  const size = Math.abs(z);
  if (size > 37) return z > 0 ? 1 : 0;
  const density = Math.exp((-size * size) / 2);
  const tail = size < 7.07106781186547 ? density * rational(size) : density / fraction(size) / 2.506628274631;
  return z > 0 ? 1 - tail : tail;
}

const numerator = [
  3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
];
const denominator = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
];

const polynomial = (coefficients: readonly number[], x: number) =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
const rational = (x: number) => polynomial(numerator, x) / polynomial(denominator, x);
const fraction = (x: number) => x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))));
