import { type Audience, type Posthorn, PosthornError } from '@posthorn/sdk';
import { Command } from 'commander';
import { inBatches } from '../../files/batches.ts';
import { addListOptions, examples, type ListOptions, pageSize, take } from '../../options.ts';
import { contactColumns } from '../../output/columns.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import { withSession } from '../../service/session.ts';
import { deleting, listing, showing } from '../../verbs.ts';

interface DescriptionOption {
  readonly description?: string;
}

const COLUMNS: Columns<Audience> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  description: ({ description }) => description,
  members: ({ member_count: count }) => count,
  subscribed: ({ subscribed_count: count }) => count,
  created: ({ created_at: at }) => time(at),
};

const create = () =>
  new Command('create')
    .description('Create an audience without members.')
    .argument('<name>')
    .option('--description <text>')
    .action(
      withSession(async ({ tenant, print }, name: string, { description }: DescriptionOption) => {
        print.record(await tenant().audiences.create({ name, description }));
      }),
    );

const update = () =>
  new Command('update')
    .description('Rename or describe an audience.')
    .argument('<id>')
    .option('--name <name>')
    .option('--description <text>')
    .action(
      withSession(async ({ tenant, print }, id: string, { name, description }: DescriptionOption & { name?: string }) => {
        print.record(await tenant().audiences.update(id, { name, description }));
      }),
    );

/** Whether it is no id: none has an @. */
const isAddress = (contact: string) => contact.includes('@');

/** What became of a contact, as in the answer to a batch. */
interface Addition {
  readonly contact_id: string | null;
  readonly added: boolean;
  readonly error: string | null;
}

const resultOf = ({ error, added }: Addition) => error ?? (added ? 'added' : 'was a member');

async function addByAddress({ audiences }: Posthorn, id: string, email: string): Promise<Addition & { readonly email: string }> {
  try {
    const { contact_id, added } = await audiences.addMember(id, { email });
    return { email, contact_id, added, error: null };
  } catch (error) {
    if (!(error instanceof PosthornError) || !(error.is('contact_not_found') || error.is('invalid_email'))) throw error;
    return { email, contact_id: null, added: false, error: error.code };
  }
}

const add = () =>
  new Command('add')
    .description('Add contacts to an audience. Exits with 1 if one of them could not be added.')
    .argument('<id>')
    .argument('<contacts...>', 'ids or addresses of contacts')
    .action(
      withSession(async ({ tenant, print }, id: string, contacts: readonly string[]) => {
        const client = tenant();
        const show = (name: string | null, result: Addition) => {
          print.line(result, `${name}: ${resultOf(result)}`);
          if (result.error !== null) process.exitCode = 1;
        };
        for (const batch of inBatches(contacts.filter((contact) => !isAddress(contact)))) {
          const { data } = await client.audiences.addMembers(id, { contact_ids: batch });
          for (const result of data) show(result.contact_id, result);
        }
        // A batch takes only ids.
        for (const email of contacts.filter(isAddress)) show(email, await addByAddress(client, id, email));
      }),
    );

const members = () =>
  addListOptions(new Command('members').description('List the members of an audience, oldest contact first.').argument('<id>'))
    .option('--email <address>', 'only this address')
    .action(
      withSession(async ({ tenant, print }, id: string, options: ListOptions & { readonly email?: string }) => {
        const query = { limit: pageSize(options), email: options.email };
        await print.list(take(tenant().audiences.iterateMembers(id, query), options), contactColumns);
      }),
    );

const removeMember = () =>
  new Command('remove')
    .description('Remove a contact from an audience.')
    .argument('<id>')
    .argument('<contact>', 'id or address of the contact')
    .action(
      withSession(async ({ tenant, print }, id: string, contact: string) => {
        const answer = await tenant().audiences.removeMember(id, contact);
        // The answer repeats an address that no contact has.
        print.result(answer, isAddress(answer.contact_id) ? `no contact has the address ${contact}` : `removed ${contact}`);
      }),
    );

/** `posthorn audiences …` */
export const audiencesCommand = () =>
  [
    create(),
    listing('List audiences, newest first.', COLUMNS, ({ audiences }, page) => audiences.iterate(page)),
    showing('get', 'Show an audience.', ({ audiences }, id) => audiences.get(id)),
    update(),
    members(),
    add(),
    removeMember(),
    deleting('Delete an audience; its contacts stay.', ({ audiences }, id) => audiences.delete(id)),
  ].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('audiences')
      .description('Lists of contacts for broadcasts and automations.')
      .addHelpText(
        'after',
        examples('audiences create Newsletter', 'audiences add aud_… con_… ada@example.com', 'audiences members aud_… --all'),
      ),
  );
