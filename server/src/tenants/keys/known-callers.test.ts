import { beforeAll, describe, expect, it } from 'vitest';
import { watch } from '../../../../tests/support/database/watch-statements.ts';
import { engines } from '../../../../tests/support/engines.ts';
import { useTenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import type { KeyCaller } from '../../core/request/caller.ts';
import { createKnownCallers } from './known-callers.ts';
import { revokeApiKey } from './revoke-api-key.ts';

describe.each(engines)('createKnownCallers on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let caller: KeyCaller;
  beforeAll(async () => {
    caller = await tenancy.caller(await tenancy.tenant());
  });

  function start() {
    const { app, reads } = watch(tenancy.app);
    return { callers: createKnownCallers(app.db.read), reads };
  }

  it('recalls without a statement whom it has found', async () => {
    const { callers, reads } = start();
    expect(await callers.recall(caller.keyHash)).toMatchObject({ keyId: caller.keyId });
    expect(await callers.recall(caller.keyHash)).toMatchObject({ keyId: caller.keyId });
    expect(reads).toHaveLength(1);
    await callers.find(caller.keyHash);
    expect(reads).toHaveLength(2);
  });

  it('looks again for keys that it did not find', async () => {
    const { callers, reads } = start();
    expect(await callers.recall('none')).toBeUndefined();
    expect(await callers.recall('none')).toBeUndefined();
    expect(reads).toHaveLength(2);
  });

  it('recalls nobody whom it has found to be gone', async () => {
    const { callers } = start();
    const other = await tenancy.caller(await tenancy.tenant());
    await callers.recall(other.keyHash);
    await revokeApiKey(tenancy.app, { tenantId: other.tenantId, id: other.keyId });
    expect(await callers.recall(other.keyHash)).toMatchObject({ keyId: other.keyId });
    expect(await callers.find(other.keyHash)).toBeUndefined();
    expect(await callers.recall(other.keyHash)).toBeUndefined();
  });
});
