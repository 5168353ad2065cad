import type { Broadcast, BroadcastRecipient, CreateBroadcastRequest, Posthorn } from '@posthorn/sdk';
import { Command } from 'commander';
import { time } from '../describe-record.ts';
import { addListOptions, examples, type ListOptions, pageSize, pointInTime, readJson, several, take } from '../options.ts';
import { withSession } from '../session.ts';
import type { Columns } from '../table.ts';

const COLUMNS: Columns<Broadcast> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ status }) => status,
  recipients: ({ total_recipients: total }) => total,
  queued: ({ sent_count: count }) => count,
  created: ({ created_at: at }) => time(at),
};

const RECIPIENT_COLUMNS: Columns<BroadcastRecipient> = {
  address: ({ email }) => email,
  status: ({ status }) => status,
  message: ({ message_id: id }) => id,
};

/** Safe because the service checks each field, and says which one is wrong. */
const readDraft = async (given: string) => (await readJson('the broadcast', given)) as unknown as CreateBroadcastRequest;

const DRAFT = 'its fields, as JSON or @file';

const create = () =>
  new Command('create')
    .description('Draft a broadcast.')
    .argument('<draft>', DRAFT)
    .action(
      withSession(async ({ tenant, print }, draft: string) => print.record(await tenant().broadcasts.create(await readDraft(draft)))),
    );

const update = () =>
  new Command('update')
    .description('Change a draft.')
    .argument('<id>')
    .argument('<changes>', DRAFT)
    .action(
      withSession(async ({ tenant, print }, id: string, changes: string) => {
        print.record(await tenant().broadcasts.update(id, await readDraft(changes)));
      }),
    );

const list = () =>
  addListOptions(new Command('list').description('List broadcasts, newest first.')).action(
    withSession(async ({ tenant, print }, options: ListOptions) => {
      await print.list(take(tenant().broadcasts.iterate({ limit: pageSize(options) }), options), COLUMNS);
    }),
  );

const send = () =>
  new Command('send')
    .description('Send a draft, at once unless a time is given.')
    .argument('<id>')
    .option('--at <time>', '2030-01-31T09:00:00Z, or milliseconds since 1970', pointInTime)
    .action(
      withSession(async ({ tenant, print }, id: string, { at }: { at?: number }) => {
        print.record(await tenant().broadcasts.send(id, { scheduled_at: at }));
      }),
    );

const test = () =>
  new Command('test')
    .description('Send a broadcast to addresses to try it.')
    .argument('<id>')
    .requiredOption('--to <address>', 'recipient, again for more', several)
    .action(
      withSession(async ({ tenant, print }, id: string, { to }: { to: string[] }) => {
        print.record(await tenant().broadcasts.test(id, { to }));
      }),
    );

const recipients = () =>
  addListOptions(new Command('recipients').description('List what became of each contact.').argument('<id>')).action(
    withSession(async ({ tenant, print }, id: string, options: ListOptions) => {
      await print.list(take(tenant().broadcasts.iterateRecipients(id, { limit: pageSize(options) }), options), RECIPIENT_COLUMNS);
    }),
  );

type Verb = 'get' | 'stats' | 'cancel' | 'pause' | 'resume' | 'retry' | 'delete';

const simple = (name: Verb, description: string) =>
  new Command(name)
    .description(description)
    .argument('<id>')
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const verbs: Pick<Posthorn['broadcasts'], Verb> = tenant().broadcasts;
        print.record(await verbs[name](id));
      }),
    );

/** `posthorn broadcasts …` */
export const broadcastsCommand = () =>
  [
    create(),
    list(),
    simple('get', 'Show a broadcast.'),
    update(),
    test(),
    send(),
    simple('stats', 'Show what became of it.'),
    recipients(),
    simple('pause', 'Hold what has not gone out.'),
    simple('resume', 'Let a paused broadcast go on.'),
    simple('cancel', 'Send no more of it.'),
    simple('retry', 'Send again what failed.'),
    simple('delete', 'Delete a broadcast.'),
  ].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('broadcasts')
      .description('Mail to audiences and segments.')
      .addHelpText('after', examples('broadcasts create @spring.json', 'broadcasts test bc_… --to me@example.com', 'broadcasts send bc_…')),
  );
