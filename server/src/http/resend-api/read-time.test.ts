import { describe, expect, it } from 'vitest';
import { readTime } from './read-time.ts';

const NOW = Date.parse('2030-01-31T08:00:00Z');

describe('a time', () => {
  it.each([
    ['2030-01-31T08:00:00Z', '2030-01-31T08:00:00Z'],
    ['2030-01-31T08:00:00.250+02:00', '2030-01-31T06:00:00.250Z'],
    ['in 1 min', '2030-01-31T08:01:00Z'],
    ['in 10 minutes', '2030-01-31T08:10:00Z'],
    ['In an hour', '2030-01-31T09:00:00Z'],
    ['in a day', '2030-02-01T08:00:00Z'],
    [' in  2 hrs ', '2030-01-31T10:00:00Z'],
    ['in 30 sec', '2030-01-31T08:00:30Z'],
    ['in 2 weeks', '2030-02-14T08:00:00Z'],
  ])('is read from %j', (given, at) => {
    expect(readTime(given, NOW)).toBe(Date.parse(at));
  });

  it.each([
    '2030-01-31T08:00:00',
    '2030-01-31',
    'tomorrow at 9am',
    'Friday at 3pm ET',
    'in 1 month',
    'in -1 min',
    'in 1.5 hours',
    'in 1 min or so',
    'in constructor',
    'in 1 constructor',
    '',
    7,
    null,
    {},
  ])('is not read from %j', (given) => {
    expect(readTime(given, NOW)).toBeUndefined();
  });
});
