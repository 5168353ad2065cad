import { pino } from 'pino';
import { createMailReader, type MailReader } from '../../../server/src/mail-reader/mail-reader.ts';
import { PATIENCE_MS } from '../wait.ts';

/** The mail reader of all tests of a process; no server ends it, since starting one takes longer than all reading of a test. */
export const sharedReader: MailReader = {
  ...createMailReader({ log: pino({ level: 'silent' }), taskLimits: { mostMs: PATIENCE_MS } }),
  stop: async () => undefined,
};
