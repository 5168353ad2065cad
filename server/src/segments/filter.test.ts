import type { Db } from '@posthorn/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openMigrated } from '../../../tests/support/database/database.ts';
import { engines } from '../../../tests/support/engines.ts';
import { evaluate } from '../../../tests/support/filters/evaluate-filter.ts';
import { filters, NOW, type Subject, subjects } from '../../../tests/support/filters/filter-cases.ts';
import { insertContacts, insertSubjects } from '../../../tests/support/filters/insert-subjects.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { compileFilter } from './index.ts';
import { parseFilter } from './parse-filter.ts';

const seed = Number(process.env.FILTER_SEED ?? Date.now() % 1_000_000_000);
const FILTERS = 5000;
const CONTACTS = 60;
/** Filters that one statement answers. */
const TOGETHER = 20;

describe.each(engines)('filters on $name', (engine) => {
  let database: OpenDatabase;
  let db: Db;

  beforeAll(async () => {
    database = await openMigrated(engine);
    ({ db } = database);
  });
  afterAll(() => database.close());

  function compiled(filter: object) {
    const parsed = parseFilter(filter);
    if (parsed instanceof ApiError) throw new Error(`${parsed.detail}: ${JSON.stringify(filter)}`);
    return compileFilter(db.read, parsed, { now: NOW });
  }

  /** Returns, by contact, the engine's result for each filter: 1, 0, or null. */
  async function ask(batch: readonly object[]): Promise<Map<string, unknown[]>> {
    const answers = batch.map((filter, index) => sql<unknown>`(${compiled(filter)})`.as(`f${index}`));
    const rows: Record<string, unknown>[] = await db.read.selectFrom('contacts').select('contacts.id').select(answers).execute();
    const bit = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);
    return new Map(rows.map((row) => [String(row.id), batch.map((_, index) => bit(row[`f${index}`]))]));
  }

  function differences(batch: readonly object[], contacts: readonly Subject[], answers: Map<string, unknown[]>): string[] {
    return batch.flatMap((filter, index) =>
      contacts.flatMap((contact) => {
        const [expected, given] = [Number(evaluate(filter, contact)), answers.get(contact.id)?.[index]];
        return expected === given ? [] : [`${given} instead of ${expected} for ${JSON.stringify(filter)} of ${JSON.stringify(contact)}`];
      }),
    );
  }

  it(`mean what they say: ${FILTERS} filters of ${CONTACTS} contacts, FILTER_SEED=${seed}`, { timeout: 900_000 }, async () => {
    const contacts = subjects(CONTACTS, seed);
    await insertSubjects(db, contacts);
    const all = filters(FILTERS, seed);
    const matches = { yes: 0, no: 0 };
    for (let start = 0; start < all.length; start += TOGETHER) {
      const batch = all.slice(start, start + TOGETHER);
      const answers = await ask(batch);
      expect(differences(batch, contacts, answers)).toEqual([]);
      for (const value of [...answers.values()].flat()) matches[value === 1 ? 'yes' : 'no'] += 1;
    }
    expect(matches.yes + matches.no).toBe(FILTERS * CONTACTS);
    expect(Math.min(matches.yes, matches.no)).toBeGreaterThan(FILTERS * 5);
  });

  const LARGE = 2 ** 62;

  it.each<[string, object, string | number | boolean | null | undefined, boolean]>([
    ['a number that is no exact integer of the engine', { op: 'eq', value: LARGE }, LARGE, true],
    ['the same in a list', { op: 'in', value: [LARGE] }, LARGE, true],
    ['a decimal number in a string', { op: 'gte', value: 12 }, '012.50', true],
    ['a string that overflows', { op: 'gt', value: 1 }, '1e400', false],
    ['a string of 20 digits', { op: 'gt', value: 1 }, '9'.repeat(20), false],
    ['a number by its string', { op: 'eq', value: '12' }, 12, false],
    ['true by its number', { op: 'eq', value: 1 }, true, false],
    ['true by its string', { op: 'eq', value: 'true' }, true, false],
    ['a string by true', { op: 'eq', value: true }, 'true', false],
    ['null by what it is not', { op: 'neq', value: 'x' }, null, true],
    ['nothing by what it is not', { op: 'not_in', value: [1] }, undefined, true],
    ['nothing by what it lacks', { op: 'not_contains', value: '' }, undefined, true],
    ['null as unset', { op: 'not_exists' }, null, true],
    ['an empty string as set', { op: 'exists' }, '', true],
    ['false as set', { op: 'exists' }, false, true],
    ['an empty part', { op: 'ends_with', value: '' }, 'x', true],
    ['another case', { op: 'contains', value: 'de' }, 'DE', false],
    ['a longer end', { op: 'ends_with', value: 'xxx' }, 'xx', false],
  ])('take %s', async (_what, test, value, expected) => {
    const attributes = value === undefined ? {} : { k: value };
    await db.write.deleteFrom('contacts').execute();
    await insertContacts(db, [{ id: 'con_1', email: 'a@b.c', status: 'subscribed', attributes, created_at: NOW, updated_at: NOW }]);
    expect((await ask([{ field: 'attributes.k', ...test }])).get('con_1')).toEqual([Number(expected)]);
  });
});
