import { expect, it } from 'vitest';
import { createLogThrottle } from '../core/log-throttle.ts';
import { createLog } from '../log.ts';
import { createClaimWatch } from './claim-watch.ts';

it('says that jobs can be claimed again once that holds for every queue, and after how long', () => {
  const lines: { readonly msg: string; readonly away_ms?: number }[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  let now = 500;
  const time = { now: () => now, monotonic: () => now, after: () => () => undefined };
  const watch = createClaimWatch({ time, log, logThrottle: createLogThrottle(time.monotonic) });
  const told = () => lines.splice(0).map(({ msg, away_ms }) => [msg, away_ms]);
  watch.succeeded('deliver');
  expect(told()).toEqual([]);
  watch.failed('deliver', new Error('gone'));
  watch.failed('webhook', new Error('gone'));
  expect(told()).toEqual([['jobs could not be claimed', undefined]]);
  now = 3000;
  watch.succeeded('deliver');
  watch.succeeded('deliver');
  expect(told()).toEqual([]);
  watch.succeeded('webhook');
  watch.succeeded('webhook');
  expect(told()).toEqual([['jobs can be claimed again', 2500]]);
});
