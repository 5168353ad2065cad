import { setTimeout as wait } from 'node:timers/promises';
import type { CreateDomainRequest, Domain, DomainRecord } from '@posthorn/sdk';
import { Command, Option } from 'commander';
import { addListOptions, atLeastOne, examples, type ListOptions, pageSize, take } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Printer } from '../../output/printer.ts';
import type { Columns } from '../../output/table.ts';
import { retryUntilReachable } from '../../service/retry-until-reachable.ts';
import { type Session, withSession } from '../../service/session.ts';
import { UsageError } from '../../usage-error.ts';
import { deleting } from '../../verbs.ts';

interface Settings {
  readonly openTracking?: boolean;
  readonly clickTracking?: boolean;
  readonly inbound?: boolean;
}

interface AddOptions extends Settings {
  readonly tenant?: string;
  readonly verified?: boolean;
}

type DomainListOptions = ListOptions & { readonly status?: Domain['status'] };

interface VerifyOptions {
  readonly watch?: boolean;
  readonly every: number;
}

const COLUMNS: Columns<Domain> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ status }) => status,
  created: ({ created_at: at }) => time(at),
  verified: ({ verified_at: at }) => time(at),
};

/** Returns what is to be published, and where it cannot be, the reason. */
const expectedOf = ({ value, detail }: DomainRecord): string => (detail === undefined ? value : `${value}: ${detail}`);

const RECORD_COLUMNS = {
  purpose: ({ purpose }) => purpose,
  status: ({ status }) => status,
  type: ({ type }) => type,
  name: ({ name }) => name,
  priority: ({ priority }) => priority,
  value: expectedOf,
} satisfies Columns<DomainRecord>;

/** Returns what DNS has at a name, a value a line: long records are easier to compare one below the other than in a table. */
function describeFound({ found }: DomainRecord): string {
  if (found === undefined || found === null) return 'no answer';
  return found.length === 0 ? 'nothing' : found.join('\n');
}

const LOOKED_UP_COLUMNS: Columns<DomainRecord> = {
  purpose: RECORD_COLUMNS.purpose,
  status: RECORD_COLUMNS.status,
  type: RECORD_COLUMNS.type,
  name: RECORD_COLUMNS.name,
};

async function showLookedUp(print: Printer, records: readonly DomainRecord[]): Promise<void> {
  await print.list(records, LOOKED_UP_COLUMNS);
  for (const record of records.filter(({ status }) => status !== 'verified')) {
    print.gap();
    print.record({ record: record.purpose, expected: expectedOf(record), found: describeFound(record) });
  }
}

async function show(print: Printer, domain: Domain): Promise<void> {
  if (print.json) return print.record(domain);
  const { records, ...fields } = domain;
  print.record(fields);
  print.gap();
  const wereLookedUp = records.some(({ found }) => found !== undefined);
  await (wereLookedUp ? showLookedUp(print, records) : print.list(records, RECORD_COLUMNS));
}

const addSettings = (command: Command): Command =>
  command
    .option('--open-tracking', 'track opens')
    .option('--no-open-tracking', 'do not track opens')
    .option('--click-tracking', 'track clicks')
    .option('--no-click-tracking', 'do not track clicks')
    .option('--inbound', 'receive mail')
    .option('--no-inbound', 'do not receive mail');

const settingsOf = ({ openTracking, clickTracking, inbound }: Settings): Omit<CreateDomainRequest, 'name'> => ({
  open_tracking: openTracking,
  click_tracking: clickTracking,
  inbound,
});

const add = () =>
  addSettings(new Command('add').description('Add a sending domain and show the DNS records to publish.').argument('<name>'))
    .option('--tenant <tenant>', 'to this tenant, as the operator')
    .option('--verified', 'consider it verified without checking DNS; only with --tenant')
    .action(
      withSession(async ({ tenant, operator, print }, name: string, options: AddOptions) => {
        const request = { name, ...settingsOf(options) };
        const { tenant: id, verified } = options;
        if (id === undefined && verified) throw new UsageError('--verified needs --tenant');
        await show(
          print,
          await (id === undefined
            ? tenant().domains.create(request)
            : operator().call('POST /admin/tenants/{id}/domains', { params: { id }, body: { ...request, verified } })),
        );
      }),
    );

const list = () =>
  addListOptions(new Command('list').description('List sending domains, newest first.'))
    .addOption(new Option('--status <status>', 'only domains in this state').choices(['pending', 'verified', 'failed']))
    .action(
      withSession(async ({ tenant, print }, { status, ...options }: DomainListOptions) => {
        await print.list(take(tenant().domains.iterate({ limit: pageSize(options), status }), options), COLUMNS);
      }),
    );

const get = () =>
  new Command('get')
    .description('Show a sending domain and its DNS records.')
    .argument('<domain>')
    .action(withSession(async ({ tenant, print }, id: string) => show(print, await tenant().domains.get(id))));

const update = () =>
  addSettings(new Command('update').description('Change the settings of a sending domain.').argument('<domain>')).action(
    withSession(async ({ tenant, print }, id: string, options: Settings) => {
      await show(print, await tenant().domains.update(id, settingsOf(options)));
    }),
  );

const openRecords = ({ records }: Domain): string =>
  records
    .filter(({ status }) => status !== 'verified')
    .map(({ purpose, status }) => `${purpose} ${status}`)
    .join(', ');

/** Has the records looked up, and again until they are found where it is to wait for them. */
async function verified({ tenant, print }: Session, id: string, { watch = false, every }: VerifyOptions): Promise<Domain> {
  const { domains } = tenant();
  let domain = await domains.verify(id);
  for (let noted = ''; watch && domain.status !== 'verified'; ) {
    const open = openRecords(domain);
    if (open !== noted) print.note(`waiting for ${open}`);
    noted = open;
    await wait(every * 1000);
    domain = (await retryUntilReachable(print, () => domains.verify(id))) ?? domain;
  }
  return domain;
}

const verify = () =>
  new Command('verify')
    .description('Look up the DNS records now. Exits with 1 unless the domain is verified.')
    .argument('<domain>')
    .option('--watch', 'repeat until the domain is verified')
    .option('--every <seconds>', 'how often, with --watch', atLeastOne, 10)
    .action(
      withSession(async (session, id: string, options: VerifyOptions) => {
        const domain = await verified(session, id, options);
        await show(session.print, domain);
        if (domain.status !== 'verified') process.exitCode = 1;
      }),
    );

/** `posthorn domains …` */
export const domainsCommand = () =>
  [
    add(),
    list(),
    get(),
    update(),
    verify(),
    deleting('Delete a sending domain; its mail that has not gone out yet fails.', 'domain', ({ domains }, id) => domains.delete(id)),
  ].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('domains')
      .description('Sending domains and their DNS records.')
      .addHelpText(
        'after',
        examples(
          'domains add mail.example.com --inbound',
          'domains verify mail.example.com --watch',
          'domains add example.com --tenant Acme --verified',
        ),
      ),
  );
