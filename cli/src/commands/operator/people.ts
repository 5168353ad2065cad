import type { Person } from '@posthorn/contract';
import { Command } from 'commander';
import { addListOptions, examples, type ListOptions, pageSize, take } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import type { BodyFor } from '../../service/operator.ts';
import { withSession } from '../../service/session.ts';
import { UsageError } from '../../usage-error.ts';

const COLUMNS: Columns<Person> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  name: ({ name }) => name ?? '',
  state: ({ suspended }) => (suspended ? 'suspended' : 'active'),
  operator: ({ operator }) => (operator ? 'yes' : 'no'),
  seen: ({ last_signed_in_at: at }) => (at === null ? 'never' : time(at)),
};

const SENTENCES = {
  invitation: 'This address has no account yet: the link makes one.',
  recovery:
    'This address has an account: the link is the way back in. It sets another password, ends every sign-in, and removes authenticator app, recovery codes and passkeys.',
} as const;

/** What is printed of an invitation that gives nothing to whoever follows it. */
const NOWHERE = 'It belongs to no tenant and does not operate the service: for that, invite again with --role or --operator.';

interface InviteOptions {
  readonly role?: BodyFor<'POST /admin/people/invitations'>['role'];
  readonly tenant?: string;
  readonly operator?: boolean;
}

const invite = () =>
  new Command('invite')
    .description('Print a one-time link: an invitation, or a recovery link for somebody who already has an account.')
    .argument('<email>')
    .option('--tenant <tenant>', 'the tenant that the person will belong to; by default the only one, if a role is given')
    .option('--role <role>', 'owner, developer, marketer or viewer')
    .option('--operator', 'the person will operate the service')
    .action(
      withSession(async ({ operator, print }, email: string, { role, tenant, operator: operates }: InviteOptions) => {
        const found = tenant ?? (role === undefined ? undefined : await onlyTenant(operator));
        const made = await operator().call('POST /admin/people/invitations', {
          body: { email, role, tenant_id: found, operator: operates },
        });
        print.record(made);
        // A later service may have kinds that this one does not know.
        if (made.kind in SENTENCES) print.note(SENTENCES[made.kind]);
        if (made.kind === 'invitation' && found === undefined && operates !== true) print.note(NOWHERE);
      }),
    );

type Session = Parameters<Parameters<typeof withSession>[0]>[0];

/** Returns the tenant that is meant where none is named: the only one. */
async function onlyTenant(operator: Session['operator']): Promise<string> {
  const ids: string[] = [];
  for await (const { id } of operator().iterate('GET /admin/tenants', { query: { limit: 2 } })) {
    ids.push(id);
    if (ids.length > 1) break;
  }
  const [id] = ids;
  if (id === undefined || ids.length > 1) throw new UsageError('--role needs a tenant: add --tenant (posthorn tenants list shows them)');
  return id;
}

const list = () =>
  addListOptions(new Command('list').description('List people, newest first.')).action(
    withSession(async ({ operator, print }, options: ListOptions) => {
      await print.list(take(operator().iterate('GET /admin/people', { query: { limit: pageSize(options) } }), options), COLUMNS);
    }),
  );

const suspend = () =>
  new Command('suspend')
    .description('Suspend a person, from the next request on.')
    .argument('<person>')
    .action(
      withSession(async ({ operator, print }, id: string) =>
        print.record(await operator().call('PATCH /admin/people/{id}', { params: { id }, body: { suspended: true } })),
      ),
    );

const resume = () =>
  new Command('resume')
    .description('Reactivate a person.')
    .argument('<person>')
    .action(
      withSession(async ({ operator, print }, id: string) =>
        print.record(await operator().call('PATCH /admin/people/{id}', { params: { id }, body: { suspended: false } })),
      ),
    );

const remove = () =>
  new Command('delete')
    .description('Delete an account.')
    .argument('<person>')
    .option('--yes', 'confirm that you mean it')
    .action(
      withSession(async ({ operator, print }, id: string, { yes = false }: { yes?: boolean }) => {
        if (!yes) throw new UsageError(`this permanently deletes the account ${id}; add --yes to confirm`);
        const answer = await operator().call('DELETE /admin/people/{id}', { params: { id } });
        print.result(answer, `deleted ${answer.id}`);
      }),
    );

/** `posthorn people …`, for the operator. */
export const peopleCommand = () =>
  [invite(), list(), suspend(), resume(), remove()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('people')
      .description('People who can sign in, and links to invite them.')
      .addHelpText(
        'after',
        examples('people invite ada@example.com --operator', 'people invite bob@example.com --role marketer --tenant Acme', 'people list'),
      ),
  );
