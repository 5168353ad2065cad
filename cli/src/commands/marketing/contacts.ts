import type { Audience, Contact, ContactEvent, ContactRequest } from '@posthorn/sdk';
import { Command, InvalidArgumentError, Option } from 'commander';
import { addListOptions, examples, type ListOptions, pageSize, pairs, readJson, take } from '../../options.ts';
import { contactColumns } from '../../output/columns.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import { withSession } from '../../service/session.ts';
import { listingOf, showing } from '../../verbs.ts';
import { contactJobCommands } from './contact-jobs.ts';

interface UpsertOptions {
  readonly attr?: Readonly<Record<string, string>>;
  readonly attributes?: string;
  readonly status?: Contact['status'];
}

const statusOption = () => new Option('--status <status>').choices(['subscribed', 'unsubscribed', 'cleaned']);

/** Safe because the service looks at each value, and says which one it does not take. */
const asAttributes = (values: Record<string, unknown>) => values as NonNullable<ContactRequest['attributes']>;

async function attributesOf({ attr, attributes }: UpsertOptions): Promise<ContactRequest['attributes']> {
  if (attr === undefined && attributes === undefined) return undefined;
  return asAttributes({ ...(attributes === undefined ? {} : await readJson('--attributes', attributes)), ...attr });
}

const addChanges = (command: Command): Command =>
  command
    .option('--attr <name=value>', 'an attribute that is text, again for more', pairs)
    .option('--attributes <json>', 'attributes of any type, as JSON or @file')
    .addOption(statusOption());

const upsert = () =>
  addChanges(
    new Command('upsert').description('Create a contact, or merge attributes into the one that has the address.').argument('<address>'),
  ).action(
    withSession(async ({ tenant, print }, email: string, options: UpsertOptions) => {
      print.record(await tenant().contacts.upsert({ email, status: options.status, attributes: await attributesOf(options) }));
    }),
  );

const update = () =>
  addChanges(new Command('update').description('Merge the attributes of a contact, and set its status.').argument('<contact>')).action(
    withSession(async ({ tenant, print }, id: string, options: UpsertOptions) => {
      print.record(await tenant().contacts.update(id, { status: options.status, attributes: await attributesOf(options) }));
    }),
  );

interface SearchOptions extends ListOptions, Pick<UpsertOptions, 'status'> {
  readonly email?: string;
  readonly attribute?: { readonly attribute_key: string; readonly attribute_value?: string };
}

function attributeOf(text: string): NonNullable<SearchOptions['attribute']> {
  const [key = '', ...value] = text.split('=');
  if (key === '') throw new InvalidArgumentError('Must have the form name or name=value.');
  return value.length === 0 ? { attribute_key: key } : { attribute_key: key, attribute_value: value.join('=') };
}

const search = () =>
  addListOptions(new Command('search').description('Find contacts, newest first; a contact has to match all options.'))
    .addOption(statusOption())
    .option('--email <part>', 'only contacts whose address has this in it')
    .option('--attribute <name[=value]>', 'only contacts with this attribute', attributeOf)
    .action(
      withSession(async ({ tenant, print }, options: SearchOptions) => {
        const { status, email, attribute } = options;
        const found = tenant().contacts.iterateSearch({ limit: pageSize(options), status, email, ...attribute });
        await print.list(take(found, options), contactColumns);
      }),
    );

const list = () =>
  addListOptions(new Command('list').description('List contacts, newest first.'))
    .addOption(statusOption())
    .option('--email <address>', 'only this address')
    .action(
      withSession(async ({ tenant, print }, options: ListOptions & Pick<UpsertOptions, 'status'> & { email?: string }) => {
        const { status, email } = options;
        await print.list(take(tenant().contacts.iterate({ limit: pageSize(options), status, email }), options), contactColumns);
      }),
    );

const remove = () =>
  new Command('delete')
    .description('Delete a contact and take it out of every audience.')
    .argument('<contact>')
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const answer = await tenant().contacts.delete(id);
        print.result(answer, `deleted ${answer.email}`);
      }),
    );

const AUDIENCE_COLUMNS: Columns<Audience> = { id: ({ id }) => id, name: ({ name }) => name };

const EVENT_COLUMNS: Columns<ContactEvent> = {
  event: ({ type }) => type,
  at: ({ timestamp }) => time(timestamp),
  message: ({ message_id: id }) => id ?? '',
  data: ({ data }) => JSON.stringify(data),
};

/** `posthorn contacts …` */
export const contactsCommand = () =>
  [
    upsert(),
    list(),
    search(),
    showing('get', 'Show a contact.', 'contact', ({ contacts }, id) => contacts.get(id)),
    listingOf('audiences', {
      of: 'contact',
      description: 'List the audiences of a contact, newest first.',
      columns: AUDIENCE_COLUMNS,
      rows: ({ audiences }, id, page) => audiences.iterateOfContact(id, page),
    }),
    listingOf('events', {
      of: 'contact',
      description: 'List what happened to a contact, newest first.',
      columns: EVENT_COLUMNS,
      rows: ({ contacts }, id, page) => contacts.iterateEvents(id, page),
    }),
    update(),
    remove(),
    ...contactJobCommands(),
  ].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('contacts')
      .description('Contacts, their attributes, imports and exports.')
      .addHelpText(
        'after',
        examples(
          'contacts upsert ada@example.net --attr first_name=Ada',
          'contacts list --status subscribed --all --json',
          'contacts import people.csv --failed failed.csv',
          'contacts import people.csv --audience Newsletter',
          'contacts import unsubscribed.csv --status unsubscribed',
          'contacts export people.csv',
        ),
      ),
  );
