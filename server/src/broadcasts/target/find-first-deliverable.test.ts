import { describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { addAudience, addContacts } from '../../../../tests/support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../../../tests/support/posthorn.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { ScanTimeout } from '../../db/open-options.ts';
import { findFirstDeliverable } from './find-first-deliverable.ts';

describe.each(engines)('the first contact of a target that may get mail, on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  async function openAudience() {
    const tenant = await server.mint();
    const ids = await addContacts(tenant, 3);
    const target = { kind: 'audience', id: await addAudience(tenant, ids) } as const;
    return { tenant, ids, scope: { tenantId: tenant.id, target, now: server.app.clock.now() } };
  }

  /** The application with scans that fail. */
  const failing = (error: Error) => ({
    ...server.app,
    db: {
      ...server.app.db,
      scan: () => {
        throw error;
      },
    },
  });

  it('is the oldest one', async () => {
    const { ids, scope } = await openAudience();
    expect(await findFirstDeliverable(server.app, scope)).toMatchObject({ id: ids[0] });
  });

  it('is nobody where the search takes too long, and fails where the database is away', async () => {
    const { scope } = await openAudience();
    expect(await findFirstDeliverable(failing(new ScanTimeout(undefined)), scope)).toBeUndefined();
    for (const outage of [new Unavailable(new Error('gone')), new Unavailable(undefined, 'Too many wait.')])
      await expect(findFirstDeliverable(failing(outage), scope)).rejects.toBe(outage);
  });

  it('is somebody whose address was not erased', async () => {
    const { tenant, scope } = await openAudience();
    for (const email of ['c0@example.net', 'c1@example.net', 'c2@example.net'])
      await tenant.call('POST', '/v1/erasures', { body: { email } });
    const back = await addContacts(tenant, 4);
    const target = { kind: 'segment', filter: { kind: 'all' } } as const;
    const found = await findFirstDeliverable(server.app, { ...scope, target, now: server.app.clock.now() });
    expect(found).toMatchObject({ id: back[3], email: 'c3@example.net' });
  });
});
