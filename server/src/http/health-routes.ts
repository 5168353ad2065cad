import { setTimeout as pause } from 'node:timers/promises';
import { API_VERSION, type contract } from '@posthorn/contract';
import { type Handlers, reply } from '../core/implement.ts';
import { ping } from '../db/ping.ts';
import type { Platform } from '../platform.ts';

const DEADLINE_MS = 2000;

/** Rejects when the answer takes too long, and lets it come to nothing. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const late = pause(DEADLINE_MS, undefined, { signal: answered.signal }).then(() => {
    throw new Error(`no answer within ${DEADLINE_MS} ms`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    answered.abort();
  }
}

/** `/health`: up while the database answers. */
export function healthRoutes({ db, log }: Platform): Handlers<typeof contract>['health'] {
  return {
    check: async () => {
      try {
        await inTime(ping(db));
        return reply(200, { status: 'ok', version: API_VERSION } as const);
      } catch (error) {
        log.error({ err: error }, 'the database does not answer');
        return reply(503, { status: 'unavailable', checks: { database: 'unreachable' } } as const);
      }
    },
  };
}
