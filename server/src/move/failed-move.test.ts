import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addTenants, instead, tenantsOf, useMove } from '../../../tests/support/fixtures/moves.ts';
import { findMark } from './mark-store.ts';

const { inFile, inTarget, said, move } = useMove();

/** Whether a statement is the commit of the rows. */
function arrivalCommit() {
  let isArriving = false;
  return (text: string): boolean => {
    const isCommit = isArriving && text === 'commit';
    isArriving = !isCommit && (isArriving || text.startsWith('insert into "moves"'));
    return isCommit;
  };
}

describe('a move that fails', () => {
  beforeEach(() => inFile((db) => addTenants(db, ['a', 'b'])));
  const LOST = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

  it('leaves no mark where nothing arrived, and may be begun again', async () => {
    const failing = instead(
      (text) => text.startsWith('insert into "tenants"'),
      async () => {
        throw LOST;
      },
    );
    await expect(move({}, failing)).rejects.toThrow(
      'TARGET_DATABASE_URL: the database is unavailable: Connection terminated unexpectedly; nothing was moved',
    );
    expect(await inFile(({ read }) => findMark(read))).toBeUndefined();
    expect(await inTarget(tenantsOf)).toEqual([]);
    await move();
    expect(await inTarget(tenantsOf)).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('says of which database it is that it went away while its tables were made', async () => {
    const away = instead(
      (text) => text.startsWith('create table'),
      async () => {
        throw LOST;
      },
    );
    await expect(move({}, away)).rejects.toThrow(/^TARGET_DATABASE_URL: the database is unavailable: .*; nothing was moved$/);
    expect(await inFile(({ read }) => findMark(read))).toBeUndefined();
  });

  it('names the table of a row that the other engine does not take', async () => {
    await inFile((db) =>
      db.transact((trx) =>
        sql`insert into contacts (id, tenant_id, email, attributes, status, created_at, updated_at)
          values ('c', 'a', 'a@example.net', ${'{"x":"\\u0000"}'}, 'subscribed', 1, 1)`.execute(trx),
      ),
    );
    await expect(move()).rejects.toThrow(/^DATABASE_URL: a row of contacts is not taken by PostgreSQL: .*; nothing was moved$/);
    expect(await inFile(({ read }) => findMark(read))).toBeUndefined();
  });

  it('is at its end where only the answer to the commit was lost', async () => {
    const lost = instead(arrivalCommit(), async (execute) => {
      await execute();
      throw LOST;
    });
    await move({}, lost);
    expect(said[1]).toBe('Everything had arrived already.');
    expect(await inFile(({ read }) => findMark(read))).toMatchObject({ state: 'left' });
    expect(await inTarget(tenantsOf)).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('keeps its mark where nobody can tell what arrived', async () => {
    let isAway = false;
    const isCommit = arrivalCommit();
    const away = instead(
      (text) => isAway || isCommit(text),
      async (execute) => {
        if (!isAway) await execute();
        isAway = true;
        throw LOST;
      },
    );
    await expect(move({}, away)).rejects.toThrow(
      /it cannot be told whether everything arrived: .*; once it answers, run posthorn move again/,
    );
    expect(await inFile(({ read }) => findMark(read))).toMatchObject({ state: 'begun' });
    await move();
    expect(said[0]).toBe('Everything had arrived already.');
  });

  it('takes back everything where another number of rows arrived', async () => {
    const doubling = instead(
      (text) => text.startsWith('select count(*) as "count" from "tenants"'),
      async () => ({ rows: [{ count: 3 }] }),
    );
    await expect(move({}, doubling)).rejects.toThrow('tenants has 2 rows in the file, and 3 arrived');
    expect(await inTarget(tenantsOf)).toEqual([]);
    expect(await inFile(({ read }) => findMark(read))).toBeUndefined();
  });
});
