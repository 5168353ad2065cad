import type { Contact, ContactRequest } from '@posthorn/sdk';
import { Command, Option } from 'commander';
import { contactColumns } from '../columns.ts';
import { addListOptions, examples, type ListOptions, pageSize, pairs, readJson, take } from '../options.ts';
import { withSession } from '../session.ts';

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

const upsert = () =>
  new Command('upsert')
    .description('Create a contact, or merge attributes into the one that has the address.')
    .argument('<address>')
    .option('--attr <name=value>', 'an attribute that is text, again for more', pairs)
    .option('--attributes <json>', 'attributes of any type, as JSON or @file')
    .addOption(statusOption())
    .action(
      withSession(async ({ tenant, print }, email: string, options: UpsertOptions) => {
        print.record(await tenant().contacts.upsert({ email, status: options.status, attributes: await attributesOf(options) }));
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

const get = () =>
  new Command('get')
    .description('Show a contact.')
    .argument('<id>')
    .action(withSession(async ({ tenant, print }, id: string) => print.record(await tenant().contacts.get(id))));

const remove = () =>
  new Command('delete')
    .description('Delete a contact and take it out of every audience.')
    .argument('<id>')
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const answer = await tenant().contacts.delete(id);
        print.said(answer, `deleted ${answer.email}`);
      }),
    );

/** `posthorn contacts …` */
export const contactsCommand = () =>
  [upsert(), list(), get(), remove()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('contacts')
      .description('People to write to.')
      .addHelpText(
        'after',
        examples('contacts upsert ada@example.net --attr first_name=Ada', 'contacts list --status subscribed --all --json'),
      ),
  );
