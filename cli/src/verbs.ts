import type { Posthorn } from '@posthorn/sdk';
import { Command } from 'commander';
import { fieldsHelp } from './interface-help.ts';
import { addListOptions, type ListOptions, pageSize, readJson, take } from './options.ts';
import type { Columns } from './output/table.ts';
import { withSession } from './service/session.ts';

interface Page {
  readonly limit: number;
}

/** Creates a verb that lists rows of the tenant. */
export const listing = <T extends object>(
  description: string,
  columns: Columns<T>,
  rows: (tenant: Posthorn, page: Page) => AsyncIterable<T>,
): Command =>
  addListOptions(new Command('list').description(description)).action(
    withSession(async ({ tenant, print }, options: ListOptions) => {
      await print.list(take(rows(tenant(), { limit: pageSize(options) }), options), columns);
    }),
  );

interface Within<T> {
  /** The word for the thing. */
  readonly of: string;
  readonly description: string;
  readonly columns: Columns<T>;
  readonly rows: (tenant: Posthorn, id: string, page: Page) => AsyncIterable<T>;
}

/** Creates a verb that lists the rows of one thing. */
export const listingOf = <T extends object>(name: string, { of, description, columns, rows }: Within<T>): Command =>
  addListOptions(new Command(name).description(description).argument(`<${of}>`)).action(
    withSession(async ({ tenant, print }, id: string, options: ListOptions) => {
      await print.list(take(rows(tenant(), id, { limit: pageSize(options) }), options), columns);
    }),
  );

/** Creates a verb that takes what the word stands for, such as `domain`, and shows the answer. */
export const showing = (name: string, description: string, word: string, ask: (tenant: Posthorn, id: string) => Promise<object>): Command =>
  new Command(name)
    .description(description)
    .argument(`<${word}>`)
    .action(withSession(async ({ tenant, print }, id: string) => print.record(await ask(tenant(), id))));

/** Creates a verb that deletes what the word stands for. */
export const deleting = (
  description: string,
  word: string,
  ask: (tenant: Posthorn, id: string) => Promise<{ readonly id: string }>,
): Command =>
  new Command('delete')
    .description(description)
    .argument(`<${word}>`)
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const answer = await ask(tenant(), id);
        print.result(answer, `deleted ${answer.id}`);
      }),
    );

interface Drafts<T> {
  /** Where they are made, such as `/v1/broadcasts`. */
  readonly path: string;
  readonly create: (tenant: Posthorn, draft: T) => Promise<object>;
  readonly update: (tenant: Posthorn, id: string, changes: T) => Promise<object>;
}

const FIELDS = 'its fields, as JSON or @file';

/** Creates the verbs `create` and `update` for things with too many fields for flags, an automation or a broadcast. */
export function drafting<T>(word: string, { path, create, update }: Drafts<T>): readonly [create: Command, update: Command] {
  const noun = `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
  // Safe because the service checks each field, and says which one is wrong.
  const read = async (given: string) => (await readJson(noun, given)) as T;
  return [
    new Command('create')
      .description(`Create ${noun}, as a draft.`)
      .argument('<draft>', FIELDS)
      .addHelpText('after', fieldsHelp(`post ${path}`))
      .action(withSession(async ({ tenant, print }, draft: string) => print.record(await create(tenant(), await read(draft))))),
    new Command('update')
      .description(`Change ${noun}.`)
      .argument(`<${word}>`)
      .argument('<changes>', FIELDS)
      .addHelpText('after', fieldsHelp(`patch ${path}/{id}`))
      .action(
        withSession(async ({ tenant, print }, id: string, changes: string) => {
          print.record(await update(tenant(), id, await read(changes)));
        }),
      ),
  ];
}
