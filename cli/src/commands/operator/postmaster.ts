import { Command } from 'commander';
import { addListOptions, examples, type ListOptions, pageSize, take } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import { printMail, type SourceOptions } from '../../output/print-mail.ts';
import type { Columns } from '../../output/table.ts';
import type { RowIn } from '../../service/operator.ts';
import { withSession } from '../../service/session.ts';

const COLUMNS: Columns<RowIn<'GET /admin/postmaster'>> = {
  id: ({ id }) => id,
  from: ({ from_addr: from, envelope_from: envelope }) => from ?? envelope,
  to: ({ rcpt_addr: to }) => to,
  subject: ({ subject }) => subject,
  size: ({ size }) => size,
  created: ({ created_at: at }) => time(at),
};

const list = () =>
  addListOptions(new Command('list').description('List mail to the postmaster, newest first.')).action(
    withSession(async ({ operator, print }, options: ListOptions) => {
      await print.list(take(operator().iterate('GET /admin/postmaster', { query: { limit: pageSize(options) } }), options), COLUMNS);
    }),
  );

const show = () =>
  new Command('show')
    .description('Show a mail to the postmaster and its source.')
    .argument('<id>')
    .option('--source', 'write only its source, byte for byte, as far as its first 256 KiB')
    .action(
      withSession(async (session, id: string, options: SourceOptions) =>
        printMail(session, await session.operator().call('GET /admin/postmaster/{id}', { params: { id } }), options),
      ),
    );

/** `posthorn postmaster …`, for the operator. */
export const postmasterCommand = () =>
  [list(), show()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('postmaster')
      .description("Mail to postmaster at the service's own names.")
      .addHelpText('after', examples('postmaster list', 'postmaster show inb_… --source > mail.eml')),
  );
