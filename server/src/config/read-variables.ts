import { closeSync, openSync, readSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Longer than any setting: a longer file is not the intended one, and may have no end. */
const MOST_BYTES = 64 * 1024;

/** Returns the bytes of a file; throws if there are more than 64 KiB, without reading further. */
function readBytes(file: string): Buffer {
  const bytes = Buffer.alloc(MOST_BYTES + 1);
  const opened = openSync(file, 'r');
  try {
    let size = 0;
    // A pipe returns what it has so far.
    for (let read = -1; read !== 0 && size < bytes.length; size += read) read = readSync(opened, bytes, size, bytes.length - size, null);
    if (size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    return bytes.subarray(0, size);
  } finally {
    closeSync(opened);
  }
}

/** Returns the content of a file as text, without the line end that editors add. */
function readValue(name: string, file: string): string {
  try {
    const value = new TextDecoder('utf-8', { fatal: true }).decode(readBytes(file)).replace(/\r?\n$/, '');
    if (value !== '') return value;
  } catch (error) {
    const reason = error instanceof Error ? ('code' in error ? error.code : error.message) : String(error);
    throw new ConfigError(`${name}: ${file} cannot be read as text: ${reason}`);
  }
  throw new ConfigError(`${name}: ${file} is empty`);
}

/**
 * Returns variables together with the settings read from files: `NAME_FILE` names the file of a setting, as orchestrators pass secrets
 * without showing them in the environment. Empty variables are omitted. Throws ConfigError.
 */
export function readVariables(variables: Variables, settings: readonly string[]): Record<string, string> {
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
