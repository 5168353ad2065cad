import {
  accountContract,
  adminContract,
  contract,
  type ErrorCode,
  isErrorCode,
  type Operation,
  type OperationTable,
} from '@posthorn/contract';
import { describe, expect, it } from 'vitest';

const TEXTS = ['', ' ', 'x', 'x'.repeat(5000), 'é', '-1', '0', '1', '1.5', '9'.repeat(20), '1700000000', 'true', 'null', '[]', '1:con_x'];

const operations = [contract, adminContract, accountContract]
  .flatMap((table) => Object.values<OperationTable[string]>(table))
  .flatMap((resource) => Object.values<Operation>(resource));
const withQuery = operations
  .filter(({ headers, body }) => headers === undefined && body === undefined)
  .flatMap(({ query, ...operation }) =>
    query === undefined ? [] : [{ ...operation, query, name: `${operation.method} ${operation.path}` }],
  );

type WithQuery = (typeof withQuery)[number];

/** Returns the codes that some text in some parameter is refused with. */
function refusalsOf({ query, repeatable = [] }: WithQuery): Set<ErrorCode> {
  const given = Object.keys(query.shape).flatMap((name) => TEXTS.map((text) => ({ [name]: repeatable.includes(name) ? [text] : text })));
  const issues = [{}, ...given].flatMap((values) => query.safeParse(values).error?.issues ?? []);
  return new Set(issues.map(({ message }) => (isErrorCode(message) ? message : 'validation_failed')));
}

describe('what is refused of a query', () => {
  it('is something, of many operations', () => {
    expect(withQuery.length).toBeGreaterThan(30);
  });

  it.each(withQuery)('is among the errors of $name, and those promise no other', (operation) => {
    const refused = refusalsOf(operation);
    expect(operation.errors).toEqual(expect.arrayContaining([...refused]));
    expect(operation.errors.includes('validation_failed')).toBe(refused.has('validation_failed'));
  });
});

/** Parameters that say yes or no. */
const flags = withQuery.flatMap(({ name, query }) =>
  Object.keys(query.shape)
    .filter((parameter) => typeof query.safeParse({ [parameter]: 'true' }).data?.[parameter] === 'boolean')
    .map((parameter) => ({ name, parameter, query })),
);

describe('a parameter that says yes or no', () => {
  it('is one of several', () => {
    expect(flags.map(({ parameter }) => parameter)).toEqual(expect.arrayContaining(['links', 'escape_formulas']));
  });

  it.each(flags)('takes true, false and nothing else, as $parameter of $name does', ({ parameter, query }) => {
    const read = (value: unknown) => query.safeParse({ [parameter]: value });
    expect(['true', 'false', true, false].map((value) => read(value).data?.[parameter])).toEqual([true, false, true, false]);
    for (const value of ['1', '0', 'yes', 'TRUE', ' ', 'x', 1]) expect(read(value).success).toBe(false);
  });
});
