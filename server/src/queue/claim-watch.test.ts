import { expect, it } from 'vitest';
import { createLogThrottle } from '../core/errors/log-throttle.ts';
import { createLog } from '../log.ts';
import { createClaimWatch } from './claim-watch.ts';

const FAILED = ['jobs could not be claimed', undefined];
const gone = new Error('gone');

function stage() {
  const lines: { readonly msg: string; readonly away_ms?: number }[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  let now = 500;
  const time = { now: () => now, monotonic: () => now, after: () => () => undefined };
  const watch = createClaimWatch({ time, log, logThrottle: createLogThrottle(time.monotonic) });
  return {
    watch,
    told: () => lines.splice(0).map(({ msg, away_ms }) => [msg, away_ms]),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('says that jobs can be claimed again once that holds for every queue, and after how long', () => {
  const { watch, told, pass } = stage();
  watch.succeeded('deliver');
  expect(told()).toEqual([]);
  watch.failed('deliver', gone);
  watch.failed('webhook', gone);
  expect(told()).toEqual([FAILED]);
  pass(2500);
  watch.succeeded('deliver');
  watch.succeeded('deliver');
  expect(told()).toEqual([]);
  watch.succeeded('webhook');
  watch.succeeded('webhook');
  expect(told()).toEqual([['jobs can be claimed again', 2500]]);
});

it('says so of every outage that was told of, however soon it follows another one, and of no other', () => {
  const { watch, told, pass } = stage();
  watch.failed('deliver', gone);
  pass(20_000);
  watch.succeeded('deliver');
  expect(told()).toEqual([FAILED, ['jobs can be claimed again', 20_000]]);
  watch.failed('deliver', gone);
  pass(1000);
  watch.succeeded('deliver');
  expect(told()).toEqual([]);
  watch.failed('deliver', gone);
  pass(40_000);
  watch.failed('deliver', gone);
  pass(1000);
  watch.succeeded('deliver');
  expect(told()).toEqual([FAILED, ['jobs can be claimed again', 41_000]]);
});
