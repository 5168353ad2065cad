import { describe, expect, it } from 'vitest';
import { Unavailable } from './core/errors/unavailable.ts';
import { createLog } from './log.ts';

function logged(err: unknown) {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).error({ err }, 'it failed');
  return JSON.parse(lines.join(''));
}

describe('createLog', () => {
  it('tells the first errors that an AggregateError has gathered', () => {
    const errors = ['a', 'b', 'c', 'd'].map((message) => new Error(message));
    const { err } = logged(new AggregateError(errors));
    expect(err.type).toBe('AggregateError');
    expect(err.errors.map(({ message }: Error) => message)).toEqual(['a', 'b', 'c']);
  });

  it('tells where an error is from, unless something is only unavailable, and what that is by its cause', () => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    expect(logged(full).err.stack).toContain('log.test.ts');
    const { err } = logged(new AggregateError([new Unavailable(full), full]));
    expect(err.errors[0]).toEqual({
      type: 'Unavailable',
      message: 'a part of the service is unavailable',
      cause: { type: 'Error', message: 'database or disk is full', code: 'SQLITE_FULL' },
    });
    expect(err.errors[1].stack).toContain('log.test.ts');
  });

  it('leaves further fields of an error out', () => {
    expect(JSON.stringify(logged(Object.assign(new Error('no'), { detail: 'row contents' })))).not.toContain('row contents');
  });
});
