import { pino } from 'pino';
import { createMailReader, type MailReader } from '../../../server/src/mail-reader/mail-reader.ts';
import { PATIENCE_MS } from '../wait.ts';

/** The reader of all tests of a process, which no server ends: to start one takes longer than all that a test has it read. */
export const sharedReader: MailReader = {
  ...createMailReader({ log: pino({ level: 'silent' }), taskLimits: { mostMs: PATIENCE_MS } }),
  stop: async () => undefined,
};
