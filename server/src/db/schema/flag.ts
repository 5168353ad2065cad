/** A boolean as both engines store it. */
export type Flag = 0 | 1;

/** Returns a boolean as it is stored. */
export const toFlag = (value: boolean): Flag => (value ? 1 : 0);
