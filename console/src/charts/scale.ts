const STEPS = [1, 2, 4, 5, 10] as const;

/** Returns the top of an axis for whole numbers: the least even number with one significant digit, at or above the highest. */
export function topOf(highest: number): number {
  if (highest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = STEPS.find((each) => each * power >= highest && (each * power) % 2 === 0) ?? 10;
  return step * power;
}

/** A value above zero is always visible, however small it is beside the rest. */
const LEAST_SHARE = 0.015;

/** Returns the height of a bar as a fraction of the axis. */
export const heightOf = (value: number, top: number): number => (value <= 0 ? 0 : Math.max(value / top, LEAST_SHARE));
