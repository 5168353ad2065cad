import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { createSystemRandom } from '../core/crypto/random.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import { toApiError } from '../core/operation/to-api-error.ts';
import { createContext } from './create-context.ts';
import { createFaultLog } from './fault-log.ts';

/** Returns what is logged of faults that are answered one after the other. */
function logged(...errors: readonly unknown[]) {
  const lines: { level: number; err?: object; omitted?: number; request_id: string }[] = [];
  const logFault = createFaultLog(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }));
  for (const error of errors) logFault(toApiError(error), createContext({ random: createSystemRandom() }));
  return lines;
}
const away = () => new Unavailable(Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' }));

describe('the log of faults', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['of the service', new ApiError('service_unavailable')],
    ['of a tenant', new Unavailable(undefined, 'Too many queries of yours wait already.')],
  ])('warns of what was too much %s, without a stack', (_what, error) => {
    const lines = logged(error);
    expect(lines).toMatchObject([{ level: 40 }]);
    expect(lines[0]).not.toHaveProperty('err');
  });

  it('has the cause of what is away, and of a fault of ours', () => {
    expect(logged(away())).toMatchObject([{ level: 50, err: { stack: expect.stringContaining('the database is away') } }]);
    expect(logged(new Error('a fault'))).toMatchObject([{ level: 50, err: { message: 'a fault' } }]);
  });

  it('has each fault of ours, and what refuses every request once a minute for each cause', () => {
    const now = vi.spyOn(systemClock, 'monotonic').mockReturnValue(0);
    const full = new Unavailable(new Error('the disk is full'), 'The disk is full.');
    expect(logged(away(), full, away(), new Error('a fault'), full, new Error('a fault'), away())).toMatchObject([
      { err: { stack: expect.stringContaining('the database is away') }, omitted: 0 },
      { err: { stack: expect.stringContaining('the disk is full') }, omitted: 0 },
      { err: { message: 'a fault' } },
      { err: { message: 'a fault' } },
    ]);
    now.mockReturnValueOnce(0).mockReturnValueOnce(0).mockReturnValueOnce(59_999).mockReturnValueOnce(60_000);
    expect(logged(away(), away(), away(), away())).toMatchObject([{ omitted: 0 }, { omitted: 2 }]);
  });

  it('has no line of what a client did wrong', () => {
    expect(logged(new ApiError('not_found'))).toEqual([]);
  });
});
