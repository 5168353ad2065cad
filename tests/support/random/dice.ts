/** Returns a whole number from 0 to below `sides`; the sequence is the same for the same seed. */
export type Dice = (sides: number) => number;

export function seededDice(seed: number): Dice {
  let state = seed % 2 ** 31;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * sides);
  };
}

export function pick<T>(dice: Dice, values: readonly T[]): T {
  const value = values[dice(values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}
