import type { Dialect } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTcpProxy } from '../../../tests/support/fakes/tcp-proxy.ts';
import { addTenants, instead, tenantsOf, useMove } from '../../../tests/support/fixtures/moves.ts';
import { moveDatabase } from './move-database.ts';

const { targetUrl, environment, inFile, inTarget } = useMove();

describe('a move to a database that falls silent', () => {
  const patience = { everyMs: 250, questions: 4 };
  beforeEach(() => inFile((db) => addTenants(db, ['a', 'b'])));
  const moveWith = (around: (dialect: Dialect) => Dialect, to?: string) =>
    moveDatabase({ environment: environment(to), say: () => undefined, database: { around }, patience });

  it.each(['create table "tenants"', 'insert into "tenants"', 'insert into "moves"'])(
    'at “%s” ends with what to do, and is run again',
    async (statement) => {
      const proxy = await startTcpProxy(targetUrl());
      const freezing = instead(
        (text) => text.startsWith(statement),
        (execute) => {
          proxy.freeze();
          return execute();
        },
      );
      await expect(moveWith(freezing, proxy.url)).rejects.toThrow(
        'TARGET_DATABASE_URL: the database says nothing any more; once it answers, run posthorn move again, or posthorn move --abandon',
      );
      await proxy.close();
      proxy.thaw();
      await proxy.accept();
      await moveWith((dialect) => dialect, proxy.url);
      await proxy.close();
      expect(await inTarget(tenantsOf)).toEqual([{ id: 'a' }, { id: 'b' }]);
    },
  );

  it.each([
    ['answers', undefined],
    ['refuses', Object.assign(new Error('too many clients already'), { severity: 'FATAL', code: '53300' })],
  ])('goes on with a statement that takes long while the database %s other questions', async (_, refusal) => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    let questions = 0;
    const slow = instead(
      (text) => text.startsWith('analyze'),
      async (execute) => {
        await asked;
        return execute();
      },
    );
    const counting = instead(
      (text) => text === 'select 1',
      async (execute) => {
        questions += 1;
        if (questions > patience.questions * 2) resolve();
        if (refusal !== undefined) throw refusal;
        return execute();
      },
    );
    await moveWith((dialect) => slow(counting(dialect)));
    expect(await inTarget(tenantsOf)).toEqual([{ id: 'a' }, { id: 'b' }]);
  });
});

describe('a move that has the only session, for whose end questions wait', () => {
  it('goes on while its own statements are answered', async () => {
    await inFile((db) => addTenants(db, ['a', 'b']));
    // Each holds one of a dozen connections. Of a busy machine no more is asked than one answer meanwhile.
    const patience = { everyMs: 800, questions: 5 };
    const ended = Promise.withResolvers<void>();
    let asked = Promise.withResolvers<void>();
    let questions = 0;
    const single = instead(
      (text) => text === 'select 1',
      async (execute) => {
        questions += 1;
        asked.resolve();
        asked = Promise.withResolvers();
        await ended.promise;
        return execute();
      },
    );
    const slow = instead(
      (text) => text.startsWith('create ') && questions <= patience.questions + 1,
      async (execute) => {
        await asked.promise;
        return execute();
      },
    );
    await moveDatabase({
      environment: environment(),
      say: () => undefined,
      database: { around: (dialect) => slow(single(dialect)) },
      patience,
    }).finally(ended.resolve);
    expect(await inTarget(tenantsOf)).toEqual([{ id: 'a' }, { id: 'b' }]);
  });
});
