import { Command, InvalidArgumentError } from 'commander';
import { examples, pointInTime } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Printer } from '../../output/printer.ts';
import { withSession } from '../../service/session.ts';

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function duration(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined) throw new InvalidArgumentError('Must be a duration such as 90s, 15m, 2h or 1d.');
  return Number(count) * unitMs;
}

const show = (print: Printer, answer: { now: number }) => print.result(answer, time(answer.now) ?? '');

const get = () =>
  new Command('get')
    .description('Show the time of the service.')
    .action(withSession(async ({ operator, print }) => show(print, await operator().call('GET /admin/clock'))));

const set = () =>
  new Command('set')
    .description('Move the virtual clock forward to a time.')
    .argument('<time>', '2030-01-31T09:00:00Z, or milliseconds since 1970', pointInTime)
    .action(
      withSession(async ({ operator, print }, now: number) => show(print, await operator().call('POST /admin/clock', { body: { now } }))),
    );

const advance = () =>
  new Command('advance')
    .description('Move the virtual clock forward by a duration.')
    .argument('<duration>', 'such as 90s, 15m, 2h or 1d', duration)
    .action(
      withSession(async ({ operator, print }, ms: number) =>
        show(print, await operator().call('POST /admin/clock', { body: { advance_ms: ms } })),
      ),
    );

/** `posthorn clock …`, for the operator. */
export const clockCommand = () =>
  [get(), set(), advance()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('clock')
      .description('The time of the service, which can be moved with CLOCK=virtual.')
      .addHelpText('after', examples('clock get', 'clock advance 1d', 'clock set 2030-01-31T09:00:00Z')),
  );
