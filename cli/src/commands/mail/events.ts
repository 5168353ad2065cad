import type { WebhookEvent } from '@posthorn/sdk';
import { Command } from 'commander';
import { addListOptions, examples, type ListOptions, pageSize, take, wholeNumber } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import { type Session, withSession } from '../../service/session.ts';

interface EventOptions extends ListOptions {
  readonly follow?: boolean;
  readonly after?: string;
  readonly types?: string;
  readonly message?: string;
  readonly count: number;
}

const messageOf = (event: WebhookEvent) => ('message_id' in event ? event.message_id : '-');
const recipientsOf = (event: WebhookEvent) => ('recipients' in event ? event.recipients.join(', ') : '');

const COLUMNS: Columns<WebhookEvent> = {
  event: ({ event_id: id }) => id,
  at: ({ timestamp }) => time(timestamp),
  type: ({ type }) => type,
  message: messageOf,
  recipients: recipientsOf,
};

/** Safe because the service passes over what it does not know. */
const typesOf = (text: string) => text.split(',') as WebhookEvent['type'][];

async function follow({ tenant, print }: Session, { after: given, types, message, count }: EventOptions): Promise<void> {
  const { events } = tenant();
  const after = given ?? (await events.list({ after: 'now' })).next_cursor ?? undefined;
  print.note(`following events from ${given ?? 'now'} on`);
  const asked = { after, message_id: message, ...(types === undefined ? {} : { types: typesOf(types) }) };
  let printed = 0;
  for await (const event of events.follow(asked)) {
    const words = [event.event_id, time(event.timestamp), event.type, messageOf(event), recipientsOf(event)];
    print.line(event, words.join('  ').trimEnd());
    printed += 1;
    if (printed === count) return;
  }
}

async function run(session: Session, options: EventOptions): Promise<void> {
  if (options.follow) return follow(session, options);
  const { after, types, message } = options;
  const events = session.tenant().events.iterate({ after, types, message_id: message, limit: pageSize(options) });
  await session.print.list(take(events, options), COLUMNS);
}

/** `posthorn events` */
export const eventsCommand = () =>
  addListOptions(new Command('events').description('List events, oldest first, or follow them.'))
    .option('--follow', 'print events as they occur, from now on unless --after is given')
    .option('--after <event>', 'only events recorded after this one')
    .option('--types <types>', 'only these types, separated by commas')
    .option('--message <id>', 'only events of this message')
    .option('--count <events>', 'with --follow, end after so many', wholeNumber, 0)
    .addHelpText('after', examples('events --follow', 'events --follow --types bounce,complaint --json', 'events --after evt_… --all'))
    .action(withSession(run));
