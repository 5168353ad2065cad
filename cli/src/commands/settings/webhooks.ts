import type { CreateWebhookRequest, ReplayRequest, Webhook, WebhookDelivery } from '@posthorn/sdk';
import { Command, Option } from 'commander';
import { listenCommand } from '../../listen.ts';
import { addListOptions, collectValues, examples, type ListOptions, pageSize, take } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import { withSession } from '../../service/session.ts';
import { deleting, showing } from '../../verbs.ts';

type EventName = CreateWebhookRequest['events'][number];
type EventType = WebhookDelivery['type'];

interface ChangeOptions {
  readonly target?: string;
  readonly event?: readonly EventName[];
  readonly description?: string;
  readonly active?: boolean;
}

interface DeliveryOptions {
  readonly status?: WebhookDelivery['status'];
  readonly type?: EventType;
  readonly message?: string;
}

const COLUMNS: Columns<Webhook> = {
  id: ({ id }) => id,
  url: ({ url }) => url,
  events: ({ events }) => events.join(', '),
  active: ({ active }) => (active ? 'yes' : 'no'),
  failing: ({ failing }) => failing && `since ${time(failing.since)} (${failing.response_status ?? failing.error})`,
  created: ({ created_at: at }) => time(at),
};

const DELIVERY_COLUMNS: Columns<WebhookDelivery> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  status: ({ status }) => status,
  attempts: ({ attempt_count: count }) => count,
  answer: ({ attempts }) => attempts.at(-1)?.response_status ?? attempts.at(-1)?.error,
  next: ({ next_attempt_at: at }) => time(at),
  created: ({ created_at: at }) => time(at),
};

const ofDeliveries = (command: Command): Command =>
  command
    .addOption(new Option('--status <status>').choices(['pending', 'delivered', 'failed']))
    .option('--type <type>', 'only this type of event')
    .option('--message <id>', 'only events of this message');

const create = () =>
  new Command('create')
    .description('Add an endpoint. Its secret is shown only once.')
    .argument('<url>', 'an https URL')
    .option('--event <type>', 'type of event to receive, repeatable; all by default', collectValues)
    .option('--description <text>')
    .action(
      withSession(async ({ tenant, print }, url: string, { event = ['*'], description }: ChangeOptions) => {
        print.record(await tenant().webhooks.create({ url, events: [...event], description }));
      }),
    );

const list = () =>
  new Command('list').description('List endpoints, newest first.').action(
    withSession(async ({ tenant, print }) => {
      await print.list((await tenant().webhooks.list()).data, COLUMNS);
    }),
  );

const update = () =>
  new Command('update')
    .description('Change an endpoint.')
    .argument('<webhook>')
    .option('--target <url>', 'an https URL')
    .option('--event <type>', 'type of event to receive, repeatable', collectValues)
    .option('--description <text>')
    .option('--active', 'resume its deliveries')
    .option('--no-active', 'hold its deliveries')
    .action(
      withSession(async ({ tenant, print }, id: string, { target, event, description, active }: ChangeOptions) => {
        const events = event === undefined ? undefined : [...event];
        print.record(await tenant().webhooks.update(id, { url: target, events, description, active }));
      }),
    );

const rotate = () =>
  new Command('rotate-secret')
    .description('Create a new secret, shown only once; the previous one signs as well for 24 hours.')
    .argument('<webhook>')
    .action(withSession(async ({ tenant, print }, id: string) => print.record(await tenant().webhooks.rotateSecret(id))));

const test = () =>
  new Command('test')
    .description('Send a sample event to an endpoint.')
    .argument('<webhook>')
    .option('--type <type>', 'type of the event')
    .action(
      withSession(async ({ tenant, print }, id: string, { type }: Pick<DeliveryOptions, 'type'>) => {
        print.record(await tenant().webhooks.test(id, { type }));
      }),
    );

const deliveries = () =>
  addListOptions(ofDeliveries(new Command('deliveries').description('List deliveries, newest first.').argument('<webhook>'))).action(
    withSession(async ({ tenant, print }, id: string, options: ListOptions & DeliveryOptions) => {
      const { status, type, message } = options;
      const found = tenant().webhooks.iterateDeliveries(id, { limit: pageSize(options), status, type, message_id: message });
      await print.list(take(found, options), DELIVERY_COLUMNS);
    }),
  );

const replay = () =>
  ofDeliveries(
    new Command('replay')
      .description('Replay the newest deliveries that match, up to 50.')
      .argument('<webhook>')
      .argument('[deliveries...]'),
  ).action(
    withSession(async ({ tenant, print }, id: string, ids: string[], { status, type, message }: DeliveryOptions) => {
      const types: ReplayRequest['types'] = type === undefined ? undefined : [type];
      const named = ids.length === 0 ? undefined : ids;
      print.record(await tenant().webhooks.replay(id, { delivery_ids: named, status, types, message_id: message }));
    }),
  );

/** `posthorn webhooks …` */
export const webhooksCommand = () =>
  [
    create(),
    list(),
    showing('get', 'Show an endpoint, without its secret.', 'webhook', ({ webhooks }, id) => webhooks.get(id)),
    update(),
    rotate(),
    test(),
    deliveries(),
    replay(),
    listenCommand(),
    deleting('Delete an endpoint and its deliveries.', 'webhook', ({ webhooks }, id) => webhooks.delete(id)),
  ].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('webhooks')
      .description('Webhook endpoints and their deliveries.')
      .addHelpText(
        'after',
        examples(
          'webhooks create https://example.com/hooks --event bounce --event complaint',
          'webhooks listen whk_… --forward http://localhost:4000/hooks',
          'webhooks replay whk_… --status failed',
        ),
      ),
  );
