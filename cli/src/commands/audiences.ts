import type { Audience } from '@posthorn/sdk';
import { Command } from 'commander';
import { contactColumns } from '../columns.ts';
import { time } from '../describe-record.ts';
import { addListOptions, examples, type ListOptions, pageSize, take } from '../options.ts';
import { withSession } from '../session.ts';
import type { Columns } from '../table.ts';

interface DescriptionOption {
  readonly description?: string;
}

const COLUMNS: Columns<Audience> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  description: ({ description }) => description,
  created: ({ created_at: at }) => time(at),
};

/** Contacts of one request. */
const BATCH = 100;

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

const list = () =>
  addListOptions(new Command('list').description('List audiences, newest first.')).action(
    withSession(async ({ tenant, print }, options: ListOptions) => {
      await print.list(take(tenant().audiences.iterate({ limit: pageSize(options) }), options), COLUMNS);
    }),
  );

const get = () =>
  new Command('get')
    .description('Show an audience.')
    .argument('<id>')
    .action(withSession(async ({ tenant, print }, id: string) => print.record(await tenant().audiences.get(id))));

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

const members = () =>
  addListOptions(new Command('members').description('List the members of an audience, oldest contact first.').argument('<id>')).action(
    withSession(async ({ tenant, print }, id: string, options: ListOptions) => {
      await print.list(take(tenant().audiences.iterateMembers(id, { limit: pageSize(options) }), options), contactColumns);
    }),
  );

const add = () =>
  new Command('add')
    .description('Add contacts to an audience. Ends with 1 if one of them could not be added.')
    .argument('<id>')
    .argument('<contacts...>', 'ids of contacts')
    .action(
      withSession(async ({ tenant, print }, id: string, contacts: readonly string[]) => {
        const { audiences } = tenant();
        for (let at = 0; at < contacts.length; at += BATCH) {
          const { data } = await audiences.addMembers(id, { contact_ids: contacts.slice(at, at + BATCH) });
          for (const row of data) print.line(row, `${row.contact_id}: ${row.error ?? (row.added ? 'added' : 'was a member')}`);
          if (data.some(({ error }) => error !== null)) process.exitCode = 1;
        }
      }),
    );

const removeMember = () =>
  new Command('remove')
    .description('Take a contact out of an audience.')
    .argument('<id>')
    .argument('<contact>', 'id of the contact')
    .action(
      withSession(async ({ tenant, print }, id: string, contact: string) => {
        const answer = await tenant().audiences.removeMember(id, contact);
        print.said(answer, `removed ${answer.contact_id}`);
      }),
    );

const remove = () =>
  new Command('delete')
    .description('Delete an audience; its contacts stay.')
    .argument('<id>')
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const answer = await tenant().audiences.delete(id);
        print.said(answer, `deleted ${answer.id}`);
      }),
    );

/** `posthorn audiences …` */
export const audiencesCommand = () =>
  [create(), list(), get(), update(), members(), add(), removeMember(), remove()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('audiences')
      .description('Lists of contacts.')
      .addHelpText('after', examples('audiences create Newsletter', 'audiences add aud_… con_… con_…', 'audiences members aud_… --all')),
  );
