import { parseOptions } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { createPasswords, findWeakness, NOBODY } from './passwords.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32, saltLen: 16 };

describe('passwords', () => {
  const passwords = createPasswords();

  it('are hashed by argon2id at the cost that OWASP asks for, with a salt each', async () => {
    const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$/);
    expect(parseOptions(one)).toMatchObject(COST);
    expect(one).not.toBe(two);
    expect(await passwords.verify(one, 'correct horse')).toBe(true);
    expect(await passwords.verify(one, 'correct horsf')).toBe(false);
  });

  it('of nobody cost as much to try as those of somebody, and are never right', async () => {
    expect(parseOptions(NOBODY)).toEqual(parseOptions(await passwords.hash('x')));
    expect(await passwords.verify(null, 'x')).toBe(false);
  });

  it('leave the event loop alone: its turns go on while many are hashed', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await Promise.all(Array.from({ length: 6 }, (_, place) => passwords.hash(`password ${place}`)));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });

  it.each([
    ['the address', 'ada@example.com', true],
    ['the address in capitals', ' ADA@example.com ', true],
    ['its first part', 'ada', true],
    ['two characters again and again', 'abababababab', true],
    ['words', 'correct horse battery', false],
  ])('that are %s', (_what, password, isWeak) => {
    expect(findWeakness(password, 'ada@example.com') !== undefined).toBe(isWeak);
  });
});
