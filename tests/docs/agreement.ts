/** Names that the service gives: ids, keys and secrets. */
const GIVEN = /(?<![a-z])(?:[a-z]{2,3}_[0-9a-z]{26}|ek_\w{43}|whsec_[\w+/=]{44}|bounce-[0-9a-z-]+)/g;

/** Above this a number is an instant in milliseconds. */
const FIRST_INSTANT = 1_000_000_000_000;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const isInstant = (value: unknown) => typeof value === 'number' && value >= FIRST_INSTANT;

/** A guide shows a part of an object by ending it with `"…": "…"`. */
const OMISSION = '…';

/** What a guide shows, held against what the service answers. */
export interface Agreement {
  /** Where they differ; instants and given names may. */
  compare(shown: unknown, answered: unknown, path?: string): string[];
  /** A text of the guide with the names that it was really given. */
  translate(text: string): string;
}

export function agreement(): Agreement {
  const names = new Map<string, string>();
  const translate = (text: string) => text.replaceAll(GIVEN, (name) => names.get(name) ?? name);

  function learn(shown: string, answered: string): void {
    const before = [...shown.matchAll(GIVEN)];
    const after = [...answered.matchAll(GIVEN)];
    if (before.length !== after.length) return;
    for (const [index, [name]] of before.entries()) names.set(name, after[index]?.[0] ?? name);
  }

  function compare(shown: unknown, answered: unknown, path = '$'): string[] {
    if (isRecord(shown) && isRecord(answered)) {
      const hidden = OMISSION in shown ? [] : Object.keys(answered);
      const keys = new Set([...Object.keys(shown), ...hidden]);
      keys.delete(OMISSION);
      return [...keys].flatMap((key) => compare(shown[key], answered[key], `${path}.${key}`));
    }
    if (typeof shown === 'string' && typeof answered === 'string') learn(shown, answered);
    const known = typeof shown === 'string' ? translate(shown) : shown;
    const agrees = Object.is(known, answered) || (isInstant(shown) && isInstant(answered));
    return agrees ? [] : [`${path}: ${JSON.stringify(shown)} is shown, ${JSON.stringify(answered)} is answered`];
  }

  return { compare, translate };
}
