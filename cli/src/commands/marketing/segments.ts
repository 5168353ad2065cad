import type { Segment, SegmentFilter } from '@posthorn/sdk';
import { Command } from 'commander';
import { schemaHelp } from '../../interface-help.ts';
import { examples, readJson } from '../../options.ts';
import { contactColumns } from '../../output/columns.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import { withSession } from '../../service/session.ts';
import { deleting, listing, listingOf, showing } from '../../verbs.ts';

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
    .addHelpText('after', schemaHelp('SegmentFilter'))
    .action(
      withSession(async ({ tenant, print }, name: string, filter: string) => {
        print.record(await tenant().segments.create({ name, filter: await readFilter(filter) }));
      }),
    );

const update = () =>
  new Command('update')
    .description('Rename a segment or replace its filter.')
    .argument('<segment>')
    .option('--name <name>')
    .option('--filter <json>', FILTER)
    .addHelpText('after', schemaHelp('SegmentFilter'))
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
    .addHelpText('after', schemaHelp('SegmentFilter'))
    .action(
      withSession(async ({ tenant, print }, filter: string) => {
        const answer = await tenant().segments.preview({ filter: await readFilter(filter) });
        if (print.json) return print.record(answer);
        print.record({ count: answer.count });
        print.gap();
        await print.list(answer.data, contactColumns);
      }),
    );

const count = () =>
  new Command('count')
    .description('Count the contacts that match now.')
    .argument('<segment>')
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const answer = await tenant().segments.count(id);
        print.result(answer, String(answer.count));
      }),
    );

/** `posthorn segments …` */
export const segmentsCommand = () =>
  [
    create(),
    listing('List segments, newest first.', COLUMNS, ({ segments }, page) => segments.iterate(page)),
    showing('get', 'Show a segment.', 'segment', ({ segments }, id) => segments.get(id)),
    update(),
    preview(),
    listingOf('contacts', {
      of: 'segment',
      description: 'List the contacts that match now, oldest first.',
      columns: contactColumns,
      rows: ({ segments }, id, page) => segments.iterateContacts(id, page),
    }),
    count(),
    deleting('Delete a segment.', 'segment', ({ segments }, id) => segments.delete(id)),
  ].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('segments')
      .description('Saved filters of contacts.')
      .addHelpText('after', examples('segments preview @filter.json', 'segments create Adults @filter.json', 'segments count seg_…')),
  );
