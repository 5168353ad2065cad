import type { Suppression, SuppressionQuery } from '@posthorn/sdk';
import { Command, Option } from 'commander';
import { time } from '../describe-record.ts';
import { addListOptions, examples, type ListOptions, pageSize, take } from '../options.ts';
import { withSession } from '../session.ts';
import type { Columns } from '../table.ts';

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

const scoped = (command: Command): Command => command.option('--global', 'the list of all tenants, as the operator');

const list = () =>
  scoped(addListOptions(new Command('list').description('List addresses that get no mail, newest first.')))
    .addOption(new Option('--reason <reason>').choices(['manual', 'hard_bounce', 'complaint', 'unsubscribe']))
    .option('--email <address>', 'only this address')
    .action(
      withSession(async ({ tenant, operator, print }, options: Query) => {
        const { global = false, reason, email } = options;
        const query = { limit: pageSize(options), reason, email };
        await print.list(take(global ? operator().suppressions.iterate(query) : tenant().suppressions.iterate(query), options), COLUMNS);
      }),
    );

const add = () =>
  scoped(new Command('add').description('Suppress an address.').argument('<address>')).action(
    withSession(async ({ tenant, operator, print }, email: string, { global = false }: ScopeOption) => {
      print.record(await (global ? operator().suppressions.add(email) : tenant().suppressions.add({ email })));
    }),
  );

const remove = () =>
  scoped(new Command('remove').description('Let an address get mail again.').argument('<address>')).action(
    withSession(async ({ tenant, operator, print }, email: string, { global = false }: ScopeOption) => {
      const answer = await (global ? operator().suppressions.remove(email) : tenant().suppressions.remove(email));
      print.said(answer, `removed ${answer.email}`);
    }),
  );

/** `posthorn suppressions …` */
export const suppressionsCommand = () =>
  [list(), add(), remove()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('suppressions')
      .description('Addresses that get no mail.')
      .addHelpText('after', examples('suppressions list --reason hard_bounce --all', 'suppressions remove ada@example.net')),
  );
