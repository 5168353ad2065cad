import { Command } from 'commander';
import { addListOptions, examples, type ListOptions, pageSize, take } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import { printMail, type SourceOptions } from '../../output/print-mail.ts';
import type { Columns } from '../../output/table.ts';
import type { RowIn } from '../../service/operator.ts';
import { withSession } from '../../service/session.ts';

const COLUMNS: Columns<RowIn<'GET /admin/captured'>> = {
  id: ({ id }) => id,
  from: ({ from }) => from,
  to: ({ rcpt_to: to }) => to.join(', '),
  subject: ({ subject }) => subject,
  size: ({ size }) => size,
  created: ({ created_at: at }) => time(at),
};

interface CapturedOptions extends ListOptions {
  readonly tenant?: string;
}

const list = () =>
  addListOptions(
    new Command('list').description('List captured mail, newest first.').option('--tenant <tenant>', 'only mail of this tenant'),
  ).action(
    withSession(async ({ operator, print }, { tenant: tenant_id, ...options }: CapturedOptions) => {
      const query = { limit: pageSize(options), tenant_id };
      await print.list(take(operator().iterate('GET /admin/captured', { query }), options), COLUMNS);
    }),
  );

const get = () =>
  new Command('get')
    .description('Show a captured mail and its source.')
    .argument('<id>')
    .option('--source', 'write only its source, byte for byte')
    .action(
      withSession(async (session, id: string, options: SourceOptions) =>
        printMail(session, await session.operator().call('GET /admin/captured/{id}', { params: { id } }), options),
      ),
    );

/** `posthorn captured …`, for the operator. */
export const capturedCommand = () =>
  [list(), get()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('captured')
      .description('Mail that was captured instead of delivered, with PROVIDER_URL=capture:.')
      .addHelpText('after', examples('captured list', 'captured get cap_… --source > mail.eml')),
  );
