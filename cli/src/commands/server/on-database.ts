import type { DatabaseCommand } from '@posthorn/server';
import { type Session, withSession } from '../../service/session.ts';
import { UsageError } from '../../usage-error.ts';

type Server = typeof import('@posthorn/server');

/** Makes an action of commander from what does something to the database of DATABASE_URL and resolves with what has to be mended. */
export const onDatabase = <A extends unknown[]>(
  run: (server: Server, command: DatabaseCommand, ...args: A) => Promise<string | undefined>,
) =>
  withSession<A>(async ({ print, terminal: { environment } }: Session, ...args) => {
    const fault = await run(await import('@posthorn/server'), { environment, report: print }, ...args);
    if (fault !== undefined) throw new UsageError(fault);
  });
