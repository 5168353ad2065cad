import { z } from 'zod';

const LONG_ENOUGH = { OPERATOR_TOKEN: 16, METRICS_TOKEN: 16, SECRET_KEY: 32 } as const;

/**
 * Returns the keys in a text: the pieces between commas, and the whole text, which may be a single key with a comma in it or a blank at
 * an end. If a piece is too short for a key, it is part of one, and signatures made with it must not be trusted.
 */
function splitKeys(text: string): string[] {
  const pieces = text
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const areKeys = pieces.length === 1 || pieces.every(({ length }) => length >= LONG_ENOUGH.SECRET_KEY);
  return [...new Set(areKeys ? [text, ...pieces] : [text])];
}

export const secretKeys = z
  .string()
  .refine((text) => /[^\s,]/.test(text), 'has no key in it; several have commas between them')
  .transform(splitKeys);

type Secrets = { readonly [S in keyof typeof LONG_ENOUGH]?: string | undefined };

/** Returns the names of secrets that are too short to be safe. */
export function findShortSecrets(config: Secrets): string[] {
  const isShort = (name: keyof typeof LONG_ENOUGH) => (config[name]?.length ?? LONG_ENOUGH[name]) < LONG_ENOUGH[name];
  return (['OPERATOR_TOKEN', 'METRICS_TOKEN', 'SECRET_KEY'] as const).filter(isShort);
}
