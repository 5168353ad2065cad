import { describe, expect, it } from 'vitest';
import { ApiError } from '../core/errors/api-error.ts';
import { parseFilter } from './parse-filter.ts';

const eq = { field: 'email', op: 'eq', value: 'a@b.c' };
const on = (field: string, op: string, value?: unknown) => (value === undefined ? { field, op } : { field, op, value });
const attribute = (op: string, value?: unknown) => on('attributes.k', op, value);

const pathOf = (given: unknown) => {
  const parsed = parseFilter(given);
  return parsed instanceof ApiError ? parsed.fields.path : 'valid';
};
const isValid = (given: unknown) => !(parseFilter(given) instanceof ApiError);

function nested(levels: number): unknown {
  return levels === 1 ? eq : { not: nested(levels - 1) };
}

describe('what a filter means', () => {
  it.each<[unknown, unknown]>([
    [{ all: true }, { kind: 'all' }],
    [
      { and: [eq, { not: { or: [{ all: true }] } }] },
      {
        kind: 'and',
        nodes: [
          { kind: 'text', column: 'email', test: { op: 'eq', value: 'a@b.c' }, negated: false },
          { kind: 'not', node: { kind: 'or', nodes: [{ kind: 'all' }] } },
        ],
      },
    ],
    [on('email', 'not_in', ['A@B.C']), { kind: 'text', column: 'email', test: { op: 'in', value: ['a@b.c'] }, negated: true }],
    [on('status', 'neq', 'cleaned'), { kind: 'text', column: 'status', test: { op: 'eq', value: 'cleaned' }, negated: true }],
    [on('created_at', 'gte', -5), { kind: 'time', column: 'created_at', test: { op: 'gte', value: -5 }, negated: false }],
    [
      on('updated_at', 'older_than_days', 7),
      { kind: 'time', column: 'updated_at', test: { op: 'older_than_days', value: 7 }, negated: false },
    ],
    [on('attributes.a.b[0]."c"', 'neq', 'X'), { kind: 'attribute', key: 'a.b[0]."c"', test: { op: 'eq', value: 'X' }, negated: true }],
    [attribute('not_exists'), { kind: 'attribute', key: 'k', test: { op: 'exists' }, negated: true }],
    [on('audience', 'member_of', 'aud_1'), { kind: 'audience', ids: ['aud_1'], negated: false }],
    [on('audience', 'not_member_of', ['aud_1', 'aud_2']), { kind: 'audience', ids: ['aud_1', 'aud_2'], negated: true }],
    [
      on('events.open', 'not_happened'),
      { kind: 'engagement', type: 'open', withinDays: undefined, minCount: 1, broadcastId: undefined, negated: true },
    ],
    [
      { field: 'events.click', op: 'happened', within_days: 30, min_count: 2, broadcast_id: 'bc_1', value: null },
      { kind: 'engagement', type: 'click', withinDays: 30, minCount: 2, broadcastId: 'bc_1', negated: false },
    ],
  ])('%j', (given, meaning) => {
    expect(parseFilter(given)).toEqual(meaning);
  });
});

describe('a field', () => {
  const operators = [
    'eq',
    'neq',
    'contains',
    'not_contains',
    'starts_with',
    'ends_with',
    'gt',
    'gte',
    'lt',
    'lte',
    'in',
    'not_in',
    'exists',
    'not_exists',
    'within_days',
    'older_than_days',
    'member_of',
    'not_member_of',
    'happened',
    'not_happened',
  ];
  const taken = (field: string, value?: unknown) => operators.filter((op) => isValid(on(field, op, value)));

  it.each<[string, unknown, string[]]>([
    ['email', 'a', ['eq', 'neq', 'contains', 'not_contains', 'starts_with', 'ends_with']],
    ['email', ['a'], ['in', 'not_in']],
    ['email', 5, []],
    ['email', [5], []],
    ['status', 'subscribed', ['eq', 'neq']],
    ['status', ['subscribed', 'cleaned'], ['in', 'not_in']],
    ['status', 'gone', []],
    ['status', ['gone'], []],
    ['created_at', 5, ['gt', 'gte', 'lt', 'lte', 'within_days', 'older_than_days']],
    ['updated_at', 3651, ['gt', 'gte', 'lt', 'lte']],
    ['updated_at', 0, ['gt', 'gte', 'lt', 'lte']],
    ['created_at', 1.5, []],
    ['created_at', '5', []],
    ['attributes.k', 'a', ['eq', 'neq', 'contains', 'not_contains', 'starts_with', 'ends_with']],
    ['attributes.k', '', ['eq', 'neq', 'contains', 'not_contains', 'starts_with', 'ends_with']],
    ['attributes.k', 1.5, ['eq', 'neq', 'gt', 'gte', 'lt', 'lte']],
    ['attributes.k', true, ['eq', 'neq']],
    ['attributes.k', ['a', 'b'], ['in', 'not_in']],
    ['attributes.k', [1, 2], ['in', 'not_in']],
    ['attributes.k', [1, 'a'], []],
    ['attributes.k', [true], []],
    ['attributes.k', {}, []],
    ['attributes.k', undefined, ['exists', 'not_exists']],
    ['audience', 'aud_1', ['member_of', 'not_member_of']],
    ['audience', ['aud_1'], ['member_of', 'not_member_of']],
    ['audience', 5, []],
    ['events.sent', undefined, ['happened', 'not_happened']],
    ['events.sent', 'x', []],
    ['events.scheduled', undefined, []],
    ['events.', undefined, []],
    ['attributes.', 'x', []],
    ['attributes', 'x', []],
    ['name', 'x', []],
    ['', 'x', []],
  ])('%s takes %j with %j', (field, value, ops) => {
    expect(taken(field, value)).toEqual(ops);
  });
});

describe('the limits', () => {
  const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

  it.each<[string, unknown, unknown]>([
    ['5 levels', nested(5), nested(6)],
    ['50 times all', { and: many(50, { all: true }) }, { and: many(51, { all: true }) }],
    ['50 conditions', { and: many(50, on('status', 'eq', 'cleaned')) }, { and: many(51, on('status', 'eq', 'cleaned')) }],
    ['100 values', on('email', 'in', many(100, 'a')), on('email', 'in', many(101, 'a'))],
    ['100 numbers', attribute('in', many(100, 1)), attribute('in', many(101, 1))],
    ['20 audiences', on('audience', 'member_of', many(20, 'a')), on('audience', 'member_of', many(21, 'a'))],
    ['1024 characters', attribute('contains', 'x'.repeat(1024)), attribute('contains', 'x'.repeat(1025))],
    ['1024 characters in a list', attribute('in', ['x'.repeat(1024)]), attribute('in', ['x'.repeat(1025)])],
    ['1024 characters of a field', on(`attributes.${'x'.repeat(1013)}`, 'exists'), on(`attributes.${'x'.repeat(1014)}`, 'exists')],
    ['3650 days', on('created_at', 'within_days', 3650), on('created_at', 'within_days', 3651)],
    [
      '3650 days of events',
      { ...on('events.open', 'happened'), within_days: 3650 },
      { ...on('events.open', 'happened'), within_days: 3651 },
    ],
    ['a count of 1000', { ...on('events.open', 'happened'), min_count: 1000 }, { ...on('events.open', 'happened'), min_count: 1001 }],
    ['a count of 1 at least', { ...on('events.open', 'happened'), min_count: 1 }, { ...on('events.open', 'happened'), min_count: 0 }],
  ])('are %s', (_what, within, beyond) => {
    expect(isValid(within)).toBe(true);
    expect(isValid(beyond)).toBe(false);
  });

  it('are 16 KiB of JSON, in bytes', () => {
    const sized = (text: string) => ({ and: Array.from({ length: 20 }, () => attribute('eq', text)) });
    const room = (16 * 1024 - JSON.stringify(sized('')).length) / 20;
    expect(isValid(sized('x'.repeat(Math.floor(room))))).toBe(true);
    expect(pathOf(sized('x'.repeat(Math.ceil(room))))).toBe('');
    expect(pathOf(sized('é'.repeat(Math.ceil(room / 2))))).toBe('');
  });
});

describe('a fault', () => {
  it.each<[string, unknown]>([
    ['', null],
    ['', 'all'],
    ['', 5],
    ['', []],
    ['', {}],
    ['', { and: [], or: [] }],
    ['', { and: null }],
    ['', { all: true, field: 'email', op: 'eq', value: 'x' }],
    ['and', { and: [] }],
    ['or', { or: [] }],
    ['and', { and: eq }],
    ['not', { not: [eq] }],
    ['all', { all: false }],
    ['extra', { all: true, extra: 1 }],
    ['and[1].op', { and: [eq, on('email', 'gt', 'x')] }],
    ['and[1].op', { and: [eq, { field: 'email', value: 'x' }] }],
    ['or[0].not.and[0].value', { or: [{ not: { and: [on('email', 'eq', 5)] } }] }],
    ['value', { field: 'email', op: 'eq' }],
    ['value[1]', on('email', 'in', ['a', 5])],
    ['value', on('email', 'in', [])],
    ['value', on('email', 'in', 'a')],
    ['value', attribute('exists', 'x')],
    ['value', attribute('eq', ['x'])],
    ['value', attribute('gt', '5')],
    ['value', attribute('gt', Number.POSITIVE_INFINITY)],
    ['within_days', { ...on('events.open', 'happened'), within_days: 0 }],
    ['withinDays', { ...on('events.open', 'happened'), withinDays: 5 }],
    ['broadcast_id', { ...on('events.open', 'happened'), broadcast_id: 5 }],
    ['field', { field: 'nothing', op: 'eq', value: 1 }],
    ['field', { field: ['email'], op: 'eq', value: 1 }],
    ['not.not.not.not.not', nested(6)],
  ])('is told at %j of %j', (path, given) => {
    expect(pathOf(given)).toBe(path);
  });

  it('says where it is and what it is', () => {
    const fault = parseFilter({ and: [eq, on('email', 'gt', 'x')] });
    expect(fault).toMatchObject({
      code: 'invalid_filter',
      detail: 'and[1].op: Must be one of eq, neq, contains, not_contains, starts_with, ends_with, in or not_in.',
    });
    expect(parseFilter({ not: 5 })).toMatchObject({ detail: 'not: A node is an object.' });
    expect(parseFilter([])).toMatchObject({ detail: 'A node is an object.' });
  });
});
