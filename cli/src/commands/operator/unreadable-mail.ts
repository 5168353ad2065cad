import { Command } from 'commander';
import { addListOptions, examples, type ListOptions, pageSize, take } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import { printMail, type SourceOptions } from '../../output/print-mail.ts';
import type { Columns } from '../../output/table.ts';
import type { RowIn } from '../../service/operator.ts';
import { withSession } from '../../service/session.ts';

const COLUMNS: Columns<RowIn<'GET /admin/unreadable-mail'>> = {
  id: ({ id }) => id,
  from: ({ envelope_from: from }) => from,
  message: ({ message_ids: ids }) => ids.join(' '),
  size: ({ size }) => size,
  why: ({ unreadable }) => unreadable,
  received: ({ created_at: at }) => time(at),
};

const list = () =>
  addListOptions(new Command('list').description('List mail that could not be read, newest first.')).action(
    withSession(async ({ operator, print }, options: ListOptions) => {
      await print.list(take(operator().iterate('GET /admin/unreadable-mail', { query: { limit: pageSize(options) } }), options), COLUMNS);
    }),
  );

const show = () =>
  new Command('show')
    .description('Show a mail that could not be read, and the first 256 KiB of its source.')
    .argument('<id>')
    .option('--source', 'write only its source, byte for byte, as far as its first 256 KiB')
    .action(
      withSession(async (session, id: string, options: SourceOptions) =>
        printMail(session, await session.operator().call('GET /admin/unreadable-mail/{id}', { params: { id } }), options),
      ),
    );

/** `posthorn unreadable-mail …`, for the operator. */
export const unreadableMailCommand = () =>
  [list(), show()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('unreadable-mail')
      .description("Reports and other mail that could not be read and is in no tenant's log.")
      .addHelpText('after', examples('unreadable-mail list', 'unreadable-mail show inb_… --source > mail.eml')),
  );
