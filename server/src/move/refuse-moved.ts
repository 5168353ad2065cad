import type { Kysely } from 'kysely';
import { ConfigError } from '../config/config-error.ts';
import { isEmbedded } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { findMark, type MoveMark } from './mark-store.ts';

/** What is wrong with a database that was moved, and how to fix it. */
export interface MoveFault {
  readonly detail: string;
  readonly mend: string;
}

/** Returns what a mark says about the file that has it. */
export function faultOf({ state, place, at }: MoveMark): MoveFault {
  if (state === 'left')
    return { detail: `its data was moved to ${place} on ${new Date(at).toISOString().slice(0, 10)}`, mend: 'serve that one' };
  return {
    detail: `a move of its data to ${place} was broken off`,
    mend: 'run posthorn move again, which ends it, or posthorn move --abandon, which gives it up',
  };
}

/** Returns what is wrong with a file that was moved, or may have been; undefined where it may be served. */
export async function findMoveFault(db: Kysely<Schema>, url: string): Promise<MoveFault | undefined> {
  const mark = isEmbedded(url) ? await findMark(db) : undefined;
  return mark && faultOf(mark);
}

/** Throws ConfigError for a file that was moved, or may have been: whatever waits in it would be delivered a second time. */
export async function refuseMoved(db: Kysely<Schema>, url: string): Promise<void> {
  const fault = await findMoveFault(db, url);
  if (fault !== undefined) throw new ConfigError(`DATABASE_URL: ${fault.detail}; ${fault.mend}`);
}
