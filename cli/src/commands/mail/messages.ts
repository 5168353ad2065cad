import type { Message, MessageDetail } from '@posthorn/sdk';
import { Command, InvalidArgumentError, Option } from 'commander';
import { addListOptions, examples, type ListOptions, pageSize, pointInTime, take } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Printer } from '../../output/printer.ts';
import type { Columns } from '../../output/table.ts';
import { withSession } from '../../service/session.ts';

interface TagQuery {
  readonly tag_key: string;
  readonly tag_value?: string;
}

const COLUMNS: Columns<Message> = {
  id: ({ id }) => id,
  status: ({ status, test_mode: test }) => (test ? `${status} (test)` : status),
  to: ({ to }) => to.join(', '),
  subject: ({ subject }) => subject,
  created: ({ created_at: at }) => time(at),
};

const RECIPIENT_COLUMNS: Columns<MessageDetail['recipients'][number]> = {
  recipient: ({ email }) => email,
  kind: ({ kind }) => kind,
  status: ({ status }) => status,
  detail: ({ detail }) => detail,
};

const EVENT_COLUMNS: Columns<MessageDetail['events'][number]> = {
  event: ({ type }) => type,
  at: ({ timestamp }) => time(timestamp),
  recipients: ({ recipients }) => recipients.join(', '),
  data: ({ data }) => (Object.keys(data).length === 0 ? '' : JSON.stringify(data)),
};

function tagOf(text: string): TagQuery {
  const [key = '', ...value] = text.split('=');
  if (key === '') throw new InvalidArgumentError('Must have the form key or key=value.');
  return value.length === 0 ? { tag_key: key } : { tag_key: key, tag_value: value.join('=') };
}

async function show(print: Printer, message: MessageDetail): Promise<void> {
  if (print.json) return print.record(message);
  const { recipients, events, ...fields } = message;
  print.record(fields);
  print.gap();
  await print.list(recipients, RECIPIENT_COLUMNS);
  print.gap();
  await print.list(events, EVENT_COLUMNS);
}

const list = () =>
  addListOptions(new Command('list').description('List messages, newest first.'))
    .option('--tag <key[=value]>', 'only messages with this tag', tagOf)
    .action(
      withSession(async ({ tenant, print }, options: ListOptions & { tag?: TagQuery }) => {
        const messages = tenant().messages.iterate({ limit: pageSize(options), ...options.tag });
        await print.list(take(messages, options), COLUMNS);
      }),
    );

interface SearchOptions extends ListOptions {
  readonly to?: string;
  readonly status?: Message['status'];
  readonly from?: string;
  readonly subject?: string;
  readonly domain?: string;
  readonly template?: string;
  readonly broadcast?: string;
  readonly tag?: TagQuery;
  readonly since?: number;
  readonly until?: number;
}

const STATUSES = ['queued', 'scheduled', 'sending', 'sent', 'failed', 'cancelled', 'suppressed'] as const;

const search = () =>
  addListOptions(new Command('search').description('Search messages, newest first; a message has to match all options.'))
    .option('--to <address>', 'only messages to this address')
    .addOption(new Option('--status <status>', 'only messages in this state').choices(STATUSES))
    .option('--from <part>', 'only messages whose sender contains this')
    .option('--subject <part>', 'only messages whose subject contains this')
    .option('--domain <domain>', 'only messages from this domain')
    .option('--template <alias>', 'only messages that were rendered from this template')
    .option('--broadcast <broadcast>', 'only messages of this broadcast')
    .option('--tag <key[=value]>', 'only messages with this tag', tagOf)
    .option('--since <time>', 'only messages accepted then or later, a date or milliseconds since 1970', pointInTime)
    .option('--until <time>', 'only messages accepted before', pointInTime)
    .action(
      withSession(async ({ tenant, print }, { to, domain, template, broadcast, tag, limit, all, ...given }: SearchOptions) => {
        const list = { limit, ...(all === undefined ? {} : { all }) };
        const named = { recipient: to, domain_id: domain, template_alias: template, broadcast_id: broadcast };
        const found = tenant().messages.iterateSearch({ ...given, ...named, ...tag, limit: pageSize(list) });
        await print.list(take(found, list), COLUMNS);
      }),
    );

const get = () =>
  new Command('get')
    .description('Show a message, its recipients and its events.')
    .argument('<id>')
    .action(withSession(async ({ tenant, print }, id: string) => show(print, await tenant().messages.get(id))));

/** `posthorn messages …` */
export const messagesCommand = () =>
  [list(), search(), get()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('messages')
      .description('Sent emails and their outcomes.')
      .addHelpText(
        'after',
        examples(
          'messages list --tag campaign=spring',
          'messages search --to ada@example.net --status failed',
          'messages get msg_… --json',
        ),
      ),
  );
