import type { Audience } from '@posthorn/sdk';
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
    .argument('<audience>')
    .option('--name <name>')
    .option('--description <text>')
    .action(
      withSession(async ({ tenant, print }, id: string, { name, description }: DescriptionOption & { name?: string }) => {
        print.record(await tenant().audiences.update(id, { name, description }));
      }),
    );

/** Whether it is no id: none has an @. */
const isAddress = (contact: string) => contact.includes('@');

const add = () =>
  new Command('add')
    .description('Add contacts to an audience. Exits with 1 if one of them could not be added.')
    .argument('<audience>')
    .argument('<contacts...>', 'ids or addresses of contacts')
    .action(
      withSession(async ({ tenant, print }, id: string, contacts: readonly string[]) => {
        const { audiences } = tenant();
        for (const batch of inBatches(contacts)) {
          const emails = batch.filter(isAddress);
          const { data } = await audiences.addMembers(id, { contact_ids: batch.filter((contact) => !isAddress(contact)), emails });
          for (const result of data) {
            const { email, contact_id, added, error } = result;
            print.line(result, `${email ?? contact_id}: ${error ?? (added ? 'added' : 'was a member')}`);
            if (error !== null) process.exitCode = 1;
          }
        }
      }),
    );

const members = () =>
  addListOptions(new Command('members').description('List the members of an audience, oldest contact first.').argument('<audience>'))
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
    .argument('<audience>')
    .argument('<member>', 'id or address of the contact')
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
    showing('get', 'Show an audience.', 'audience', ({ audiences }, id) => audiences.get(id)),
    update(),
    members(),
    add(),
    removeMember(),
    deleting('Delete an audience; its contacts stay.', 'audience', ({ audiences }, id) => audiences.delete(id)),
  ].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('audiences')
      .description('Lists of contacts for broadcasts and automations.')
      .addHelpText(
        'after',
        examples('audiences create Newsletter', 'audiences add Newsletter con_… ada@example.com', 'audiences members Newsletter --all'),
      ),
  );
