import { type ErrorCode, errors, isErrorCode } from '@posthorn/contract';
import { PosthornError } from '@posthorn/sdk';
import { describe, expect, it } from 'vitest';
import { de } from '../text/de.ts';
import { en } from '../text/en.ts';
import { describeFailure } from './failures.ts';

const limited = (limit: number) =>
  new PosthornError({ status: 429, headers: new Headers(), code: 'rate_limit_exceeded', detail: 'D', fields: { limit } });

describe.each([
  ['en', en, 'Wait a minute', 'has turned off sending'],
  ['de', de, 'Warten Sie eine Minute', 'Senden für diesen Mandanten abgeschaltet'],
] as const)('what is said of a rate limit in %s', (_language, words, wait, never) => {
  it('asks to wait, but where no wait helps', () => {
    expect(describeFailure(limited(100), words)).toContain(wait);
    expect(describeFailure(limited(0), words)).toContain(never);
  });
});

const ownerless = (fields: object) => new PosthornError({ status: 409, headers: new Headers(), code: 'last_owner', detail: 'D', fields });

describe.each([
  ['en', en],
  ['de', de],
] as const)('what is said of the last owner in %s', (_language, words) => {
  it('names the tenant where it is not the one that is shown', () => {
    expect(describeFailure(ownerless({ tenant: { id: 'ten_1', name: 'Acme' } }), words)).toMatch(/^Acme /);
    expect(describeFailure(ownerless({}), words)).toBe(words.failures.codes.last_owner);
  });
});

/** Codes that are not shown by themselves: they are shown at a field or a step, handled by another screen, or never reach a browser. */
const TOLD_OTHERWISE = new Set<ErrorCode>([
  'account_exists',
  'batch_too_large',
  'clock_is_real',
  'empty_batch',
  'idempotency_in_progress',
  'invalid_attribute_value',
  'invalid_cursor',
  'invalid_event_type',
  'invalid_filter',
  'invalid_idempotency_key',
  'invalid_json',
  'invalid_status',
  'invalid_steps',
  'invalid_template',
  'method_not_allowed',
  'missing_field',
  'missing_file',
  'not_resendable',
  'proof_required',
  'template_render_failed',
  'validation_failed',
]);

it('has a sentence in the reader’s language for every code that is read', () => {
  const codes = Object.keys(errors).filter((code) => isErrorCode(code) && !TOLD_OTHERWISE.has(code));
  expect(codes.filter((code) => !Object.hasOwn(en.failures.codes, code) || !Object.hasOwn(de.failures.codes, code))).toEqual([]);
});
