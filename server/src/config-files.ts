import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** What a file says: text, without the line end that editors put there. */
function readValue(name: string, file: string): string {
  try {
    const value = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)).replace(/\r?\n$/, '');
    if (value !== '') return value;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : String(error);
    throw new ConfigError(`${name}: ${file} cannot be read as text: ${reason}`);
  }
  throw new ConfigError(`${name}: ${file} is empty`);
}

/**
 * Returns variables with those of `settings` that a file holds: of `NAME_FILE`, as orchestrators hand secrets over, without showing them
 * in the environment. Empty variables are left out. Throws ConfigError.
 */
export function readFileVariables(variables: Variables, settings: readonly string[]): Record<string, string> {
  const isGiven = (entry: readonly [string, string | undefined]): entry is [string, string] => entry[1] !== undefined && entry[1] !== '';
  const given = Object.fromEntries(Object.entries(variables).filter(isGiven));
  for (const setting of settings) {
    const name = `${setting}_FILE`;
    const file = given[name];
    if (file === undefined || settings.includes(name)) continue;
    if (given[setting] !== undefined) throw new ConfigError(`${name}: ${setting} is set as well; one of them says what it is`);
    given[setting] = readValue(name, file);
  }
  return given;
}
