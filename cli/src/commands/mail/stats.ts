import type { Stats, StatsQuery } from '@posthorn/sdk';
import { Command, Option } from 'commander';
import { examples, pointInTime } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Printer } from '../../output/printer.ts';
import type { Columns } from '../../output/table.ts';
import { withSession } from '../../service/session.ts';

type Entry = Stats['data'][number];

interface StatsOptions {
  readonly from?: number;
  readonly to?: number;
  readonly interval?: Stats['interval'];
  readonly timezone?: string;
  readonly domain?: string;
  readonly stream?: StatsQuery['stream'];
  readonly broadcast?: string;
  readonly test?: true;
}

const COLUMNS: Columns<Entry> = {
  from: ({ at }) => time(at),
  accepted: ({ accepted }) => accepted,
  sent: ({ sent }) => sent,
  delivered: ({ delivered }) => delivered,
  delayed: ({ delayed }) => delayed,
  bounced: ({ bounced_hard: hard, bounced_soft: soft, bounced_policy: policy }) => hard + soft + policy,
  complained: ({ complained }) => complained,
  opened: ({ opened }) => opened,
  clicked: ({ clicked }) => clicked,
  failed: ({ failed }) => failed,
  suppressed: ({ suppressed }) => suppressed,
};

async function show(print: Printer, stats: Stats): Promise<void> {
  if (print.json) return print.record(stats);
  await print.list(stats.data, COLUMNS);
  print.gap();
  print.record(stats.totals);
  if (!stats.complete) print.note('some mail is still to be counted');
}

/** `posthorn stats` */
export const statsCommand = () =>
  new Command('stats')
    .description('Show outcomes of mail over time; by default of the last 30 days.')
    .option('--from <time>', 'start of the range, a date or milliseconds since 1970', pointInTime)
    .option('--to <time>', 'end of the range', pointInTime)
    .addOption(new Option('--interval <interval>', 'length of a row').choices(['hour', 'day']))
    .option('--timezone <name>', 'time zone of the days, such as Europe/Berlin')
    .option('--domain <domain>', 'only mail from this domain')
    .addOption(new Option('--stream <stream>', 'only mail of this stream').choices(['transactional', 'marketing']))
    .option('--broadcast <broadcast>', 'only mail of this broadcast')
    .option('--test', 'only mail in test mode')
    .addHelpText('after', examples('stats', 'stats --interval hour --timezone Europe/Berlin', 'stats --broadcast bc_… --json'))
    .action(
      withSession(async ({ tenant, print }, { domain, broadcast, test, ...options }: StatsOptions) => {
        const query = { ...options, domain_id: domain, broadcast_id: broadcast, test_mode: test && ('true' as const) };
        await show(print, await tenant().stats.get(query));
      }),
    );
