import { describe, expect, it } from 'vitest';
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

  it('leaves further fields of an error out', () => {
    expect(JSON.stringify(logged(Object.assign(new Error('no'), { detail: 'row contents' })))).not.toContain('row contents');
  });
});
