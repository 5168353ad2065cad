import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../core/api-error.ts';
import { createSystemRandom } from '../core/crypto/random.ts';
import { toApiError } from '../core/operation/to-api-error.ts';
import { Unavailable } from '../core/unavailable.ts';
import { createContext } from './create-context.ts';
import { writeError } from './respond.ts';

/** Answers a fault, and returns the status and what was logged of it. */
function answer(error: unknown) {
  const lines: { level: number; err?: object }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { status } = writeError(toApiError(error), createContext({ random: createSystemRandom() }), log);
  return { status, lines };
}

describe('the log', () => {
  it.each([
    ['of the service', new ApiError('service_unavailable')],
    ['of a tenant', new Unavailable(undefined, 'Too many queries of yours wait already.')],
  ])('warns of what was too much %s, without a stack', (_what, error) => {
    expect(answer(error)).toMatchObject({ status: 503, lines: [{ level: 40 }] });
    expect(answer(error).lines[0]).not.toHaveProperty('err');
  });

  it('has the cause of what is away, and of a fault of ours', () => {
    const away = answer(new Unavailable(new Error('the database is away')));
    expect(away).toMatchObject({ status: 503, lines: [{ level: 50, err: { stack: expect.stringContaining('the database is away') } }] });
    expect(answer(new Error('a fault'))).toMatchObject({ status: 500, lines: [{ level: 50, err: { message: 'a fault' } }] });
  });

  it('has no line of what a client did wrong', () => {
    expect(answer(new ApiError('not_found'))).toEqual({ status: 404, lines: [] });
  });
});
