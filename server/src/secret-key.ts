import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Config } from './config.ts';
import type { Random } from './core/random.ts';
import { keyFileOf } from './db/open.ts';

const SECRET_BYTES = 32;

/** SECRET_KEY, or the one that was made at the first start and is kept beside the database, never in it. */
export function findSecretKey(config: Config, random: Random): string {
  if (config.SECRET_KEY !== undefined) return config.SECRET_KEY;
  const made = random.bytes(SECRET_BYTES).toString('base64url');
  const file = keyFileOf(config.DATABASE_URL);
  if (file === undefined) return made;
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  return made;
}
