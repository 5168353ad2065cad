import fc from 'fast-check';

export const NOW = 1_750_000_000_000;
const DAY = 86_400_000;

type Value = string | number | boolean | null;

/** A contact with everything that a filter can test. */
export interface Subject {
  readonly id: string;
  readonly email: string;
  readonly status: string;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly created_at: number;
  readonly updated_at: number;
  readonly audiences: readonly string[];
  readonly events: readonly { readonly type: string; readonly at: number; readonly broadcastId: string | null }[];
}

export const AUDIENCES = ['aud_1', 'aud_2', 'aud_3'];
export const BROADCASTS = ['bc_1', 'bc_2'];
const EVENTS = ['sent', 'delivery', 'bounce', 'complaint', 'open', 'click'];
const STATUSES = ['subscribed', 'unsubscribed', 'cleaned'];
const EMAILS = ['ann@example.com', 'o_hara%1@example.com', 'uni@xn--exmple-cua.de', "o'neil@example.org", 'b\\c@example.com'];

const KEYS = ['k', 'K', 'a.b', 'a[0]', '[0]', '$', '$.k', '"', 'a"b', "'", '\\', 'a\\', '%', '_', 'é', '😀', '.', ' ', '0', 'plan', 'age'];

const TEXTS = [
  ...['', ' ', 'DE', 'de', 'Ünï', 'ünï', '100%', '%', '_', 'a_b', 'axb', "O'Hara", '"', '"q"', '\\', 'back\\slash', '\\"', '😀', '😀😀'],
  ...['e\u0301', 'é', '\n', '\t', 'true', 'false', 'null', 'NaN', 'Infinity', '-Infinity', '1e400', '1e5', '0x10', '1,5', '1_000', '١٢'],
  ...['0', '-0', '12', '12.0', '012', ' 12', '12 ', '12\n', '+12', '-12', '--12', '1-2', '-', '.', '.5', '5.', '1.2.3', '0.1', '-0.10'],
  ...['9007199254740993', '1234567890123456789', '12345678901234567890', '0.1234567890123456789', '-12.500', '9'.repeat(400)],
];

const NUMBERS = [0, 1, -1, 0.1, -0.1, 12, -12, 12.5, -12.5, 1e5, 1e21, 1e300, -1e300, 5e-324, 2 ** 53, 2 ** 53 + 2, 2 ** 62, 1.7e308];

const textOf = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => text.isWellFormed() && !text.includes('\0')) },
);
const numberOf = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.integer({ min: -20, max: 20 }) },
);
const keyOf = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('k', 'plan', 'age') },
  { weight: 4, arbitrary: fc.constantFrom(...KEYS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }).filter((key) => /^[^\p{Cc}\p{Cs}]+$/u.test(key)) },
);
/** Includes the exact boundaries of days. */
const timeOf = fc
  .tuple(fc.integer({ min: -2, max: 12 }), fc.constantFrom(-1, 0, 1, 12_345))
  .map(([days, shift]) => NOW - days * DAY + shift);

const subject = fc.record({
  email: fc.constantFrom(...EMAILS),
  status: fc.constantFrom(...STATUSES),
  attributes: fc.dictionary(keyOf, fc.oneof(textOf, textOf, numberOf, fc.boolean(), fc.constant(null)), {
    maxKeys: 14,
    noNullPrototype: true,
  }),
  created_at: timeOf,
  updated_at: timeOf,
  audiences: fc.subarray(AUDIENCES),
  events: fc.array(
    fc.record({
      type: fc.constantFrom(...EVENTS),
      at: timeOf,
      broadcastId: fc.option(fc.constantFrom(...BROADCASTS)),
    }),
    { maxLength: 8 },
  ),
});

/** Generates contacts, each with its own id and address. */
export const subjects = (count: number, seed: number): Subject[] =>
  fc.sample(subject, { numRuns: count, seed }).map((given, index) => ({
    ...given,
    id: `con_${String(index).padStart(26, '0')}`,
    email: `${index}.${given.email}`,
  }));

const TEXT_OPS = ['eq', 'neq', 'contains', 'not_contains', 'starts_with', 'ends_with'];
const LIST_OPS = ['in', 'not_in'];
const days = fc.integer({ min: 1, max: 12 });
const listOf = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 4 });
const on = (field: fc.Arbitrary<string>, ops: readonly string[], value?: fc.Arbitrary<unknown>) =>
  fc.record({ field, op: fc.constantFrom(...ops), ...(value === undefined ? {} : { value }) });

const emailText = fc.constantFrom(
  ...EMAILS,
  '@EXAMPLE.com',
  'uni@Exämple.de',
  '3.Uni@exämple.de',
  '@exämple.',
  'EXÄMPLE.de',
  'xämple',
  'x',
  '1',
  '0.ann@example.com',
  '3.O_HARA%1@example.com',
  '%',
  '_',
  '',
  'Ünï',
  '\\',
);
const attributeField = keyOf.map((key) => `attributes.${key}`);
const timeField = fc.constantFrom('created_at', 'updated_at');
const audience = fc.constant('audience');
const engagement = fc
  .record({
    field: fc.constantFrom(...EVENTS).map((type) => `events.${type}`),
    op: fc.constantFrom('happened', 'not_happened'),
    within_days: fc.option(days, { nil: undefined }),
    min_count: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    broadcast_id: fc.option(fc.constantFrom(...BROADCASTS), { nil: undefined }),
  })
  .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));

const condition = fc.oneof(
  on(fc.constant('email'), TEXT_OPS, emailText),
  on(fc.constant('email'), LIST_OPS, listOf(emailText)),
  on(fc.constant('status'), ['eq', 'neq'], fc.constantFrom(...STATUSES)),
  on(fc.constant('status'), LIST_OPS, listOf(fc.constantFrom(...STATUSES))),
  on(timeField, ['gt', 'gte', 'lt', 'lte'], timeOf),
  on(timeField, ['within_days', 'older_than_days'], days),
  on(attributeField, TEXT_OPS, textOf),
  on(attributeField, TEXT_OPS, textOf),
  on(attributeField, LIST_OPS, listOf(textOf)),
  on(attributeField, ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'], numberOf),
  on(attributeField, ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'], numberOf),
  on(attributeField, LIST_OPS, listOf(numberOf)),
  on(attributeField, ['eq', 'neq'], fc.boolean()),
  on(attributeField, ['exists', 'not_exists']),
  on(audience, ['member_of', 'not_member_of'], fc.constantFrom(...AUDIENCES)),
  on(audience, ['member_of', 'not_member_of'], listOf(fc.constantFrom(...AUDIENCES))),
  engagement,
);

function nodeOf(levels: number): fc.Arbitrary<object> {
  if (levels === 1) return fc.oneof({ weight: 20, arbitrary: condition }, { weight: 1, arbitrary: fc.constant({ all: true }) });
  const child = nodeOf(levels - 1);
  const children = fc.array(child, { minLength: 1, maxLength: 2 });
  return fc.oneof(
    { weight: 3, arbitrary: nodeOf(1) },
    { weight: 1, arbitrary: fc.record({ and: children }) },
    { weight: 1, arbitrary: fc.record({ or: children }) },
    { weight: 1, arbitrary: fc.record({ not: child }) },
  );
}

export const filters = (count: number, seed: number): object[] => fc.sample(nodeOf(5), { numRuns: count, seed });
