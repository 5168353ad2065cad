import type { Broadcast, BroadcastRecipient, CreateBroadcastRequest } from '@posthorn/sdk';
import { Command, Option } from 'commander';
import { addListOptions, collectValues, examples, type ListOptions, pageSize, pointInTime, take } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import { withSession } from '../../service/session.ts';
import { deleting, drafting, listingOf, showing } from '../../verbs.ts';

const COLUMNS: Columns<Broadcast> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ status }) => status,
  recipients: ({ total_recipients: total }) => total,
  mails: ({ sent_count: count }) => count,
  created: ({ created_at: at }) => time(at),
};

const RECIPIENT_COLUMNS: Columns<BroadcastRecipient> = {
  address: ({ email }) => email,
  status: ({ status }) => status,
  message: ({ message_id: id }) => id,
};

type BroadcastListOptions = ListOptions & { readonly status?: string };

const list = () =>
  addListOptions(new Command('list').description('List broadcasts, newest first.'))
    .option('--status <status>', 'only broadcasts in this state, or in several between commas: scheduled,sending')
    .action(
      withSession(async ({ tenant, print }, { status, ...options }: BroadcastListOptions) => {
        await print.list(take(tenant().broadcasts.iterate({ limit: pageSize(options), status }), options), COLUMNS);
      }),
    );

const send = () =>
  new Command('send')
    .description('Send a draft now, or at a given time.')
    .argument('<broadcast>')
    .option('--at <time>', '2030-01-31T09:00:00Z, or milliseconds since 1970', pointInTime)
    .action(
      withSession(async ({ tenant, print }, id: string, { at }: { at?: number }) => {
        print.record(await tenant().broadcasts.send(id, { scheduled_at: at }));
      }),
    );

const test = () =>
  new Command('test')
    .description('Send a test of a broadcast to the given addresses.')
    .argument('<broadcast>')
    .requiredOption('--to <address>', 'recipient, again for more', collectValues)
    .action(
      withSession(async ({ tenant, print }, id: string, { to }: { to: string[] }) => {
        print.record(await tenant().broadcasts.test(id, { to }));
      }),
    );

const duplicate = () =>
  new Command('duplicate')
    .description('Duplicate a broadcast as a draft, with the same content, sender and target.')
    .argument('<broadcast>')
    .option('--name <name>', 'name of the draft; the name of the original with “(copy)” by default')
    .action(
      withSession(async ({ tenant, print }, id: string, { name }: { name?: string }) => {
        print.record(await tenant().broadcasts.duplicate(id, { name }));
      }),
    );

const preview = () =>
  new Command('preview')
    .description('Count the recipients of a broadcast, and show the email as one contact would get it.')
    .argument('<broadcast>')
    .option('--contact <contact>', 'the contact; by default the first recipient')
    .action(
      withSession(async ({ tenant, print }, id: string, { contact }: { contact?: string }) => {
        print.record(await tenant().broadcasts.preview(id, { contact_id: contact }));
      }),
    );

const stats = () =>
  new Command('stats')
    .description('Show the outcomes of a broadcast.')
    .argument('<broadcast>')
    .addOption(new Option('--by <interval>', 'also over time').choices(['hour', 'day']))
    .option('--links', 'also by link')
    .action(
      withSession(async ({ tenant, print }, id: string, { by: interval, links }: { by?: 'hour' | 'day'; links?: boolean }) => {
        print.record(await tenant().broadcasts.stats(id, { interval, links }));
      }),
    );

/** `posthorn broadcasts …` */
export function broadcastsCommand(): Command {
  const [create, update] = drafting<CreateBroadcastRequest>('broadcast', {
    path: '/v1/broadcasts',
    create: ({ broadcasts }, draft) => broadcasts.create(draft),
    update: ({ broadcasts }, id, changes) => broadcasts.update(id, changes),
  });
  const verbs = [
    create,
    list(),
    showing('get', 'Show a broadcast.', 'broadcast', ({ broadcasts }, id) => broadcasts.get(id)),
    update,
    duplicate(),
    preview(),
    test(),
    send(),
    stats(),
    listingOf('recipients', {
      of: 'broadcast',
      description: 'List the recipients of a broadcast and their outcomes.',
      columns: RECIPIENT_COLUMNS,
      rows: ({ broadcasts }, id, page) => broadcasts.iterateRecipients(id, page),
    }),
    showing('pause', 'Pause a broadcast: emails that have not been sent yet are held.', 'broadcast', ({ broadcasts }, id) =>
      broadcasts.pause(id),
    ),
    showing('resume', 'Resume a paused broadcast.', 'broadcast', ({ broadcasts }, id) => broadcasts.resume(id)),
    showing('cancel', 'Cancel a draft or a scheduled broadcast.', 'broadcast', ({ broadcasts }, id) => broadcasts.cancel(id)),
    showing('retry', 'Send the failed emails of a broadcast again.', 'broadcast', ({ broadcasts }, id) => broadcasts.retry(id)),
    deleting('Delete a broadcast.', 'broadcast', ({ broadcasts }, id) => broadcasts.delete(id)),
  ];
  const noun = new Command('broadcasts').description('Emails to audiences and segments.');
  noun.addHelpText('after', examples('broadcasts create @spring.json', 'broadcasts test bc_… --to me@example.com', 'broadcasts send bc_…'));
  return verbs.reduce((command, verb) => command.addCommand(verb), noun);
}
