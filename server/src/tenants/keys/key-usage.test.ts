import { beforeEach, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { idOf, useTenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import type { KeyCaller } from '../../core/request/caller.ts';
import { createKeyUsage } from './key-usage.ts';

const MISSING_ID = 'key_00000000000000000000000000';

describe.each(engines)('API keys on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let caller: KeyCaller;
  beforeEach(async () => {
    caller = await tenancy.caller(await tenancy.tenant());
  });

  const create = (body: object) => tenancy.call(caller, 'apiKeys.create', { body });

  describe('last_used_at', () => {
    const lastUsed = async () => {
      const { body } = await tenancy.call(caller, 'apiKeys.list', { query: {} });
      return Object.fromEntries((body.data as { id: string; last_used_at: number | null }[]).map((key) => [key.id, key.last_used_at]));
    };

    it('is written for all keys used since the last time', async () => {
      const usage = createKeyUsage(tenancy.app);
      const second = idOf(await create({ name: 'B', permission: 'full_access' }));
      const idle = idOf(await create({ name: 'C', permission: 'full_access' }));
      const first = tenancy.clock.now();
      usage.note(caller.keyId);
      usage.note(second);
      tenancy.clock.moveTo(first + 30);
      usage.note(second);
      expect(await lastUsed()).toEqual({ [caller.keyId]: null, [second]: null, [idle]: null });
      await usage.flush();
      expect(await lastUsed()).toEqual({ [caller.keyId]: first, [second]: first + 30, [idle]: null });
    });

    it('is written once a minute, however often a key is used', async () => {
      const { db } = tenancy.app;
      const writes: number[] = [];
      const counted: typeof db.transact = (work) => {
        writes.push(Date.now());
        return db.transact(work);
      };
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const usage = createKeyUsage({ ...tenancy.app, db: { ...db, transact: counted } });
        for (let count = 0; count < 5; count += 1) usage.note(caller.keyId);
        await vi.advanceTimersByTimeAsync(59_999);
        expect(writes).toHaveLength(0);
        await vi.advanceTimersByTimeAsync(1);
        await usage.flush();
        expect(writes).toHaveLength(1);
        await vi.advanceTimersByTimeAsync(120_000);
        expect(writes).toHaveLength(1);
      } finally {
        vi.useRealTimers();
      }
      expect(await lastUsed()).toEqual({ [caller.keyId]: tenancy.clock.now() });
    });

    it('does not go back when a slower process writes later', async () => {
      const [slow, quick] = [createKeyUsage(tenancy.app), createKeyUsage(tenancy.app)];
      slow.note(caller.keyId);
      tenancy.clock.moveTo(tenancy.clock.now() + 10);
      quick.note(caller.keyId);
      await quick.flush();
      await slow.flush();
      expect(await lastUsed()).toEqual({ [caller.keyId]: tenancy.clock.now() });
    });

    it('is nothing to write for a key that was revoked meanwhile', async () => {
      const usage = createKeyUsage(tenancy.app);
      usage.note(MISSING_ID);
      await usage.flush();
      await usage.flush();
      expect(await lastUsed()).toEqual({ [caller.keyId]: null });
    });
  });
});
