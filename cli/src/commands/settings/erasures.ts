import { Command } from 'commander';
import { examples } from '../../options.ts';
import { withSession } from '../../service/session.ts';
import { UsageError } from '../../usage-error.ts';

interface ScopeOption {
  /** Over all tenants, the operator's. */
  readonly global?: boolean;
}

const scoped = (command: Command): Command => command.option('--global', 'in all tenants, with OPERATOR_TOKEN');

const create = () =>
  scoped(new Command('create').description('Erase an address wherever it is stored, and block further mail to it.').argument('<address>'))
    .option('--yes', 'confirm the erasure')
    .action(
      withSession(async ({ tenant, operator, print }, email: string, { global = false, yes = false }: ScopeOption & { yes?: boolean }) => {
        if (!yes) throw new UsageError(`this permanently erases all data of ${email}; add --yes to confirm`);
        const answer = await (global ? operator().call('POST /admin/erasures', { body: { email } }) : tenant().erasures.create({ email }));
        print.result(answer, `erased ${answer.email}`);
      }),
    );

const remove = () =>
  scoped(new Command('delete').description('Allow mail to an erased address again.').argument('<address>')).action(
    withSession(async ({ tenant, operator, print }, email: string, { global = false }: ScopeOption) => {
      const answer = await (global
        ? operator().call('DELETE /admin/erasures/{email}', { params: { email } })
        : tenant().erasures.delete(email));
      print.result(answer, `deleted ${answer.email}`);
    }),
  );

/** `posthorn erasures …` */
export const erasuresCommand = () =>
  [create(), remove()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('erasures')
      .description('Erase all data of an address, for example when a person asks for it.')
      .addHelpText('after', examples('erasures create ada@example.net --yes', 'erasures delete ada@example.net')),
  );
