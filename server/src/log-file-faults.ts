import type { Logger } from 'pino';
import { type FileFault, RECOVER } from './db/db.ts';
import type { OpenOptions } from './db/open-options.ts';

const UNLOCK = 'end what has the file open beside the service';

function logFileFault(log: Pick<Logger, 'fatal' | 'error' | 'info'>, fault: FileFault | null, err: unknown): void {
  if (fault === 'damaged') log.fatal({ err, mend: RECOVER }, 'the database file is damaged');
  else if (fault === 'full') log.error({ err, mend: 'make room' }, 'the disk of the database is full: mail is refused until there is room');
  else if (fault === 'missing')
    log.error({ err, mend: 'put it back, or restart' }, 'the database file was removed or replaced: mail is refused until it is back');
  else if (fault === 'locked')
    log.error({ err, mend: UNLOCK }, 'another program keeps the database locked: mail is refused until it lets go');
  else log.info('the database can be written again');
}

/**
 * Logs what is wrong with the database file. Faults found during a start are held back until it has succeeded: a failed start reports
 * them itself.
 */
export function createFileFaultLog(log: Pick<Logger, 'fatal' | 'error' | 'info'>) {
  let held: (() => void)[] | undefined = [];
  const onFileFault: OpenOptions['onFileFault'] = (fault, error) => {
    const say = () => logFileFault(log, fault, error);
    if (held === undefined) say();
    else held.push(say);
  };
  return {
    onFileFault,
    started(): void {
      for (const say of held ?? []) say();
      held = undefined;
    },
  };
}
