import { PosthornError } from '@posthorn/sdk';
import { describe, expect, it } from 'vitest';
import { de } from '../text/de.ts';
import { en } from '../text/en.ts';
import { describeFailure } from './failures.ts';

const limited = (limit: number) =>
  new PosthornError({ status: 429, headers: new Headers(), code: 'rate_limit_exceeded', detail: 'D', fields: { limit } });

describe.each([
  ['en', en, 'Wait a minute', 'does not let this tenant send'],
  ['de', de, 'Warten Sie eine Minute', 'lässt diesen Mandanten nichts senden'],
] as const)('what is said of a rate limit in %s', (_language, words, wait, never) => {
  it('asks to wait, but where no wait helps', () => {
    expect(describeFailure(limited(100), words)).toContain(wait);
    expect(describeFailure(limited(0), words)).toContain(never);
  });
});
