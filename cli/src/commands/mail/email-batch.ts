import type { BatchItem, SendRequest } from '@posthorn/sdk';
import { Command } from 'commander';
import { inBatches } from '../../files/batches.ts';
import { readTextOrStdin } from '../../files/read-file.ts';
import { idempotencyKey } from '../../options.ts';
import type { Terminal } from '../../output/terminal.ts';
import { type Session, withSession } from '../../service/session.ts';
import { UsageError } from '../../usage-error.ts';

interface BatchFlags {
  readonly strict?: boolean;
  readonly idempotencyKey?: string;
}

function parse(json: string, what: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UsageError(`${what}: not JSON`);
  }
}

function parseLines(content: string, file: string): unknown[] {
  const lines = content.split('\n').map((line, index) => ({ line: line.trim(), what: `${file}, line ${index + 1}` }));
  return lines.filter(({ line }) => line !== '').map(({ line, what }) => parse(line, what));
}

/** Reads emails, as a JSON array or as one document a line. Safe because the service checks each and says which one is wrong. */
async function readEmails(file: string, terminal: Terminal): Promise<SendRequest[]> {
  const content = await readTextOrStdin(file, terminal);
  const given = content.trimStart().startsWith('[') ? parse(content, file) : parseLines(content, file);
  return given as SendRequest[];
}

const describe = (item: BatchItem, index: number) =>
  item.status === 'rejected' ? `emails[${index}]: ${item.error}: ${item.detail}` : `${item.status} ${item.message_id}`;

/** Returns a `fetch` that notes whether the last answer was that to an earlier request. */
function watchReplays() {
  const watch = {
    isReplay: false,
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      const response = await fetch(url, init);
      watch.isReplay = response.headers.get('idempotent-replayed') === 'true';
      return response;
    },
  };
  return watch;
}

async function sendAll({ terminal, tenant, print }: Session, file: string, { strict = false, idempotencyKey }: BatchFlags): Promise<void> {
  const watch = watchReplays();
  const { email } = tenant(watch.fetch);
  const batches = [...inBatches(await readEmails(file, terminal))];
  if (batches.length === 0) throw new UsageError(`${file}: no emails`);
  let before = 0;
  for (const [at, emails] of batches.entries()) {
    const key = idempotencyKey === undefined || batches.length === 1 ? idempotencyKey : `${idempotencyKey}-${at + 1}`;
    const { data } = await email.sendBatch({ emails }, { idempotencyKey: key, batchValidation: strict ? 'strict' : undefined });
    for (const item of data) {
      const index = before + item.index;
      print.line({ ...item, index }, describe(item, index));
      if (item.status === 'rejected') process.exitCode = 1;
    }
    // A further try of the SDK has the key that it made itself.
    if (watch.isReplay && key !== undefined) print.note(`this is the answer to an earlier send with the key ${key}; nothing was sent now`);
    before += emails.length;
  }
}

/** `posthorn email batch` */
export const batchCommand = () =>
  new Command('batch')
    .description('Send the emails of a file, 100 per request. Exits with 1 if one of them was refused.')
    .argument('<file>', 'a JSON array, or a JSON document a line; - for stdin')
    .option('--strict', 'an invalid email rejects all of its request')
    .option(
      '--idempotency-key <key>',
      'send once, however often this is run; of several requests each has its number behind it',
      idempotencyKey,
    )
    .action(withSession(sendAll));
