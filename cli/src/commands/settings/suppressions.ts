import type { Suppression, SuppressionQuery } from '@posthorn/sdk';
import { Command, Option } from 'commander';
import { inBatches } from '../../files/batches.ts';
import { readTextOrStdin } from '../../files/read-file.ts';
import { addListOptions, examples, type ListOptions, pageSize, take } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import { type Session, withSession } from '../../service/session.ts';
import { UsageError } from '../../usage-error.ts';
import { showing } from '../../verbs.ts';

interface ScopeOption {
  /** The list of all tenants, the operator's. */
  readonly global?: boolean;
}

type Query = ListOptions & ScopeOption & Pick<SuppressionQuery, 'reason' | 'email'>;

const COLUMNS: Columns<Suppression> = {
  address: ({ email }) => email,
  reason: ({ reason }) => reason,
  scope: ({ scope }) => scope,
  message: ({ source_message_id: id }) => id,
  created: ({ created_at: at }) => time(at),
};

const scoped = (command: Command): Command => command.option('--global', 'use the list for all tenants, with OPERATOR_TOKEN');

const list = () =>
  scoped(addListOptions(new Command('list').description('List addresses that get no mail, newest first.')))
    .addOption(new Option('--reason <reason>').choices(['manual', 'hard_bounce', 'complaint', 'unsubscribe']))
    .option('--email <address>', 'only this address')
    .action(
      withSession(async ({ tenant, operator, print }, options: Query) => {
        const { global = false, reason, email } = options;
        const query = { limit: pageSize(options), reason, email };
        await print.list(
          take(global ? operator().iterate('GET /admin/suppressions', { query }) : tenant().suppressions.iterate(query), options),
          COLUMNS,
        );
      }),
    );

async function addSeveral({ tenant, print }: Session, emails: readonly string[]): Promise<void> {
  const { suppressions } = tenant();
  for (const batch of inBatches(emails)) {
    const { data } = await suppressions.addMany({ emails: batch });
    for (const row of data) print.line(row, `${row.email}: ${row.error ?? (row.added ? 'added' : 'was on the list')}`);
    if (data.some(({ error }) => error !== null)) process.exitCode = 1;
  }
}

interface AddOptions extends ScopeOption {
  readonly file?: string;
}

/** Returns the addresses of a command line: those that it names, then those of its file. */
async function addressesOf({ terminal }: Session, named: readonly string[], file: string | undefined): Promise<readonly string[]> {
  const text = file === undefined ? '' : await readTextOrStdin(file, terminal);
  const emails = [...named, ...text.split('\n').map((line) => line.trim())].filter((email) => email !== '');
  if (emails.length === 0) throw new UsageError('no address given: name addresses, or pass --file');
  return emails;
}

const add = () =>
  scoped(
    new Command('add')
      .description('Suppress addresses. Exits with 1 if one of them is invalid.')
      .argument('[addresses...]')
      .option('--file <file>', 'addresses from a file, one per line; - for stdin'),
  ).action(
    withSession(async (session, named: readonly string[], { global = false, file }: AddOptions) => {
      const emails = await addressesOf(session, named, file);
      const [only = '', ...others] = emails;
      if (global)
        for (const email of emails) session.print.record(await session.operator().call('POST /admin/suppressions', { body: { email } }));
      else if (others.length > 0) await addSeveral(session, emails);
      else session.print.record(await session.tenant().suppressions.add({ email: only }));
    }),
  );

async function removeSeveral({ tenant, print }: Session, emails: readonly string[]): Promise<void> {
  const { suppressions } = tenant();
  for (const batch of inBatches(emails)) {
    const { data } = await suppressions.removeMany({ emails: batch });
    for (const row of data) print.line(row, `removed ${row.email}`);
  }
}

const remove = () =>
  scoped(new Command('remove').description('Remove suppressions, so that the addresses get mail again.').argument('<addresses...>')).action(
    withSession(async (session, emails: readonly string[], { global = false }: ScopeOption) => {
      const { print, tenant, operator } = session;
      if (!global && emails.length > 1) return removeSeveral(session, emails);
      for (const email of emails) {
        const answer = await (global
          ? operator().call('DELETE /admin/suppressions/{email}', { params: { email } })
          : tenant().suppressions.remove(email));
        print.line(answer, `removed ${answer.email}`);
      }
    }),
  );

/** `posthorn suppressions …` */
export const suppressionsCommand = () =>
  [
    list(),
    showing('get', 'Show the entry of an address.', 'address', ({ suppressions }, email) => suppressions.get(email)),
    add(),
    remove(),
  ].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('suppressions')
      .description('Suppressed addresses, which get no mail.')
      .addHelpText(
        'after',
        examples(
          'suppressions list --reason hard_bounce --all',
          'suppressions add --file bounced.txt',
          'suppressions remove ada@example.net',
        ),
      ),
  );
