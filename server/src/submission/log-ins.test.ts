import { describe, expect, it } from 'vitest';
import { createLogInLimits } from './log-ins.ts';

function start() {
  let at = 0;
  const limits = createLogInLimits({ most: 3, forMs: 600, networks: 2, now: () => at });
  const pass = (ms: number) => {
    at += ms;
  };
  return { limits, pass };
}

describe('createLogInLimits', () => {
  it('shuts a network out after the third bad log-in, for its time', () => {
    const { limits, pass } = start();
    limits.noteBad('a');
    limits.noteBad('a');
    expect(limits.waitOf('a')).toBe(0);
    limits.noteBad('a');
    expect(limits.waitOf('a')).toBe(600);
    expect(limits.waitOf('b')).toBe(0);
    pass(599);
    expect(limits.waitOf('a')).toBe(1);
    pass(1);
    expect(limits.waitOf('a')).toBe(0);
    limits.noteBad('a');
    expect(limits.waitOf('a')).toBe(0);
  });

  it('forgets bad log-ins that are long ago', () => {
    const { limits, pass } = start();
    limits.noteBad('a');
    limits.noteBad('a');
    pass(600);
    limits.noteBad('a');
    expect(limits.waitOf('a')).toBe(0);
  });

  it('remembers no more networks than it may', () => {
    const { limits } = start();
    for (const network of ['a', 'a', 'a', 'b', 'c']) limits.noteBad(network);
    expect(limits.waitOf('a')).toBe(0);
  });
});
