import type { Overrides, Tenant } from '@posthorn/contract';
import { Command } from 'commander';
import { addListOptions, examples, type ListOptions, pageSize, take, wholeNumber } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import type { BodyFor } from '../../service/operator.ts';
import { withSession } from '../../service/session.ts';
import { UsageError } from '../../usage-error.ts';

type TenantChange = BodyFor<'PATCH /admin/tenants/{id}'>;
/** A number, or `plan` for the limit of the plan. */
type Limit = number | 'plan';

interface ChangeOptions {
  readonly name?: string;
  readonly plan?: TenantChange['plan'];
  readonly suspend?: boolean;
  readonly resume?: boolean;
  readonly creditsBalance?: number;
  readonly dailyQuota?: Limit;
  readonly monthlyQuota?: Limit;
  readonly rateLimit?: Limit;
  readonly contactLimit?: Limit;
  readonly webhookLimit?: Limit;
  readonly storageLimit?: Limit;
}

const COLUMNS: Columns<Tenant> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  plan: ({ plan }) => plan,
  state: ({ suspended }) => (suspended ? 'suspended' : 'active'),
  credits: ({ credits_balance: balance }) => balance,
  created: ({ created_at: at }) => time(at),
};

const limitOf = (text: string): Limit => {
  if (text === 'plan') return text;
  return text === 'none' ? -1 : wholeNumber(text);
};

const addLimits = (command: Command): Command =>
  command
    .option('--plan <plan>', 'free, payg, credits or unlimited')
    .option('--daily-quota <emails>', 'emails per day; `none` for no limit, `plan` for that of the plan', limitOf)
    .option('--monthly-quota <emails>', 'emails per month', limitOf)
    .option('--rate-limit <requests>', 'send requests per minute', limitOf)
    .option('--contact-limit <contacts>', 'contacts', limitOf)
    .option('--webhook-limit <endpoints>', 'webhook endpoints', limitOf)
    .option('--storage-limit <bytes>', 'bytes of bodies, templates and files', limitOf);

function overridesOf(options: ChangeOptions): Partial<Overrides> | undefined {
  const given = {
    daily_quota: options.dailyQuota,
    monthly_quota: options.monthlyQuota,
    rate_limit: options.rateLimit,
    contact_limit: options.contactLimit,
    webhook_limit: options.webhookLimit,
    storage_limit: options.storageLimit,
  };
  const known = Object.entries(given).filter(([, limit]) => limit !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known.map(([name, limit]) => [name, limit === 'plan' ? null : limit]));
}

function changeOf(options: ChangeOptions): TenantChange {
  if (options.suspend && options.resume) throw new UsageError('--suspend and --resume cannot be used together');
  const suspended = options.suspend ? true : options.resume ? false : undefined;
  return { name: options.name, plan: options.plan, suspended, credits_balance: options.creditsBalance, overrides: overridesOf(options) };
}

const create = () =>
  addLimits(new Command('create').description('Create a tenant.').argument('<name>')).action(
    withSession(async ({ operator, print }, name: string, options: ChangeOptions) => {
      print.record(await operator().call('POST /admin/tenants', { body: { ...changeOf(options), name } }));
    }),
  );

const list = () =>
  addListOptions(new Command('list').description('List tenants, newest first.')).action(
    withSession(async ({ operator, print }, options: ListOptions) => {
      await print.list(take(operator().iterate('GET /admin/tenants', { query: { limit: pageSize(options) } }), options), COLUMNS);
    }),
  );

const get = () =>
  new Command('get')
    .description('Show a tenant.')
    .argument('<tenant>')
    .action(
      withSession(async ({ operator, print }, id: string) =>
        print.record(await operator().call('GET /admin/tenants/{id}', { params: { id } })),
      ),
    );

const update = () =>
  addLimits(new Command('update').description('Change a tenant.').argument('<tenant>'))
    .option('--name <name>', 'rename it')
    .option('--suspend', 'refuse it from now on; its mail is held')
    .option('--resume', 'reactivate it')
    .option('--credits-balance <emails>', 'replace all packs by one of so many emails', wholeNumber)
    .action(
      withSession(async ({ operator, print }, id: string, options: ChangeOptions) => {
        print.record(await operator().call('PATCH /admin/tenants/{id}', { params: { id }, body: changeOf(options) }));
      }),
    );

const addCredits = () =>
  new Command('credits')
    .description('Add a pack of prepaid emails, good for 365 days.')
    .argument('<tenant>')
    .argument('<emails>', 'emails that the pack holds', wholeNumber)
    .action(
      withSession(async ({ operator, print }, id: string, emails: number) =>
        print.record(await operator().call('POST /admin/tenants/{id}/credits', { params: { id }, body: { emails } })),
      ),
    );

const remove = () =>
  new Command('delete')
    .description('Delete a tenant and all its data.')
    .argument('<tenant>')
    .option('--yes', 'confirm that you mean it')
    .action(
      withSession(async ({ operator, print }, id: string, { yes = false }: { yes?: boolean }) => {
        if (!yes) throw new UsageError(`this permanently deletes ${id} and all its data; add --yes to confirm`);
        const answer = await operator().call('DELETE /admin/tenants/{id}', { params: { id } });
        print.result(answer, `deleted ${answer.id}`);
      }),
    );

/** `posthorn tenants …`, for the operator. */
export const tenantsCommand = () =>
  [create(), list(), get(), update(), addCredits(), remove()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('tenants')
      .description('Tenants, their limits and prepaid emails.')
      .addHelpText(
        'after',
        examples(
          "tenants create 'Acme' --plan payg --daily-quota none",
          'tenants list --json',
          'tenants update Acme --suspend',
          'tenants credits Acme 50000',
        ),
      ),
  );
