import type { Segment, SegmentFilter } from '@posthorn/sdk';
import { Command } from 'commander';
import { contactColumns } from '../columns.ts';
import { time } from '../describe-record.ts';
import { addListOptions, examples, type ListOptions, pageSize, readJson, take } from '../options.ts';
import { withSession } from '../session.ts';
import type { Columns } from '../table.ts';

const COLUMNS: Columns<Segment> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  created: ({ created_at: at }) => time(at),
};

/** Safe because the service checks the filter, and says where it is wrong. */
const readFilter = async (given: string): Promise<SegmentFilter> => (await readJson('the filter', given)) as unknown as SegmentFilter;

const FILTER = 'the filter, as JSON or @file';

const create = () =>
  new Command('create')
    .description('Save a filter of contacts.')
    .argument('<name>')
    .argument('<filter>', FILTER)
    .action(
      withSession(async ({ tenant, print }, name: string, filter: string) => {
        print.record(await tenant().segments.create({ name, filter: await readFilter(filter) }));
      }),
    );

const list = () =>
  addListOptions(new Command('list').description('List segments, newest first.')).action(
    withSession(async ({ tenant, print }, options: ListOptions) => {
      await print.list(take(tenant().segments.iterate({ limit: pageSize(options) }), options), COLUMNS);
    }),
  );

const get = () =>
  new Command('get')
    .description('Show a segment.')
    .argument('<id>')
    .action(withSession(async ({ tenant, print }, id: string) => print.record(await tenant().segments.get(id))));

const update = () =>
  new Command('update')
    .description('Rename a segment or replace its filter.')
    .argument('<id>')
    .option('--name <name>')
    .option('--filter <json>', FILTER)
    .action(
      withSession(async ({ tenant, print }, id: string, { name, filter }: { name?: string; filter?: string }) => {
        const given = filter === undefined ? undefined : await readFilter(filter);
        print.record(await tenant().segments.update(id, { name, filter: given }));
      }),
    );

const preview = () =>
  new Command('preview')
    .description('Count the contacts that a filter matches and show the newest. Nothing is saved.')
    .argument('<filter>', FILTER)
    .action(
      withSession(async ({ tenant, print }, filter: string) => {
        const answer = await tenant().segments.preview({ filter: await readFilter(filter) });
        if (print.json) return print.record(answer);
        print.record({ count: answer.count });
        print.gap();
        await print.list(answer.data, contactColumns);
      }),
    );

const contacts = () =>
  addListOptions(new Command('contacts').description('List the contacts that match now, oldest first.').argument('<id>')).action(
    withSession(async ({ tenant, print }, id: string, options: ListOptions) => {
      await print.list(take(tenant().segments.iterateContacts(id, { limit: pageSize(options) }), options), contactColumns);
    }),
  );

const count = () =>
  new Command('count')
    .description('Count the contacts that match now.')
    .argument('<id>')
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const answer = await tenant().segments.count(id);
        print.said(answer, String(answer.count));
      }),
    );

const remove = () =>
  new Command('delete')
    .description('Delete a segment.')
    .argument('<id>')
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const answer = await tenant().segments.delete(id);
        print.said(answer, `deleted ${answer.id}`);
      }),
    );

/** `posthorn segments …` */
export const segmentsCommand = () =>
  [create(), list(), get(), update(), preview(), contacts(), count(), remove()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('segments')
      .description('Saved filters of contacts.')
      .addHelpText('after', examples('segments preview @filter.json', 'segments create Adults @filter.json', 'segments count seg_…')),
  );
