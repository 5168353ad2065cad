import { beforeEach, describe, expect, it } from 'vitest';
import { beginAmid } from '../../../../tests/support/database/amid.ts';
import { engines } from '../../../../tests/support/engines.ts';
import { addAudience, addContacts, writeDraft } from '../../../../tests/support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../../../tests/support/posthorn.ts';
import type { TestTenant } from '../../../../tests/support/server.ts';
import type { AppContext } from '../../app-context.ts';
import { eraseContacts } from '../../contacts/erase-contacts.ts';
import { createHooks } from '../../core/hooks.ts';
import type { Trx } from '../../db/dialect.ts';
import { eraseMessages } from '../../messages/erasure/erase-messages.ts';
import { createQueue } from '../../queue/create-queue.ts';
import { eraseAddress } from '../../suppressions/erase.ts';
import { addressErased } from '../../suppressions/index.ts';
import { createLogTimes } from './log-times.ts';
import { findProgress } from './progress-store.ts';
import { readPage } from './read-page.ts';
import { writePage } from './write-page.ts';

const [GONE, OTHER] = ['c0@example.net', 'c1@example.net'];

describe.each(engines)('a page of a broadcast and what goes on meanwhile on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api' });
  let tenant: TestTenant;
  let app: AppContext;
  beforeEach(async () => {
    tenant = await server.mint();
    app = { ...server.app };
  });

  /** Reads a page of a broadcast to both contacts; returns a function that writes it. */
  async function readBoth() {
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 2)));
    expect((await tenant.call('POST', `/v1/broadcasts/${id}/send`)).status).toBe(202);
    const progress = await findProgress(app.db.read, id);
    if (progress === undefined) throw new Error('it is being sent');
    const page = await readPage(app, progress, progress.ledger.cursor);
    const createdAt = await createLogTimes(app, tenant.id).next(1);
    if ('code' in page || createdAt === undefined) throw new Error('its target is there');
    // Nobody processes its jobs here.
    const parts = { app, queue: { ...createQueue(app), enqueue: async () => undefined } };
    return { id, write: (trx: Trx) => writePage(parts, trx, { progress, page: { ...page, createdAt } }) };
  }
  const mailedTo = async () => {
    const rows = await app.db.read.selectFrom('messages').select('recipients').where('tenant_id', '=', tenant.id).execute();
    return rows.map(({ recipients }) => JSON.parse(recipients)[0].email).sort();
  };
  const erase = () => tenant.call('POST', '/v1/erasures', { body: { email: GONE } });

  it('has no mail to an address that is being erased once the log was gone through', async () => {
    const { id, write } = await readBoth();
    const hooks = createHooks();
    const erasing = { ...app, hooks };
    // The last one first: the log, then a page that was read before, then the contact.
    hooks.on(addressErased, (erasure) => eraseContacts(erasing, erasure));
    hooks.on(addressErased, async () => void (await app.db.transact(write)));
    hooks.on(addressErased, (erasure) => eraseMessages(erasing, erasure));
    await eraseAddress(erasing, tenant.id, GONE);
    expect(await mailedTo()).toEqual([OTHER]);
    const { ledger } = (await tenant.call('GET', `/v1/broadcasts/${id}/stats`)).body;
    expect(ledger).toMatchObject({ queued: 1, suppressed: 1 });
  });

  /** Writes a page and runs an action before that is committed; returns the result of the action. */
  async function amid(write: (trx: Trx) => Promise<unknown>, act: () => ReturnType<TestTenant['call']>) {
    const { begun } = await app.db.transact(async (trx) => {
      await write(trx);
      return beginAmid(app.db, trx, act);
    });
    return begun;
  }

  it('is awaited by an erasure, which blanks what it says', async () => {
    const { write } = await readBoth();
    expect(await amid(write, erase)).toMatchObject({ status: 200 });
    expect(await mailedTo()).toEqual(['', OTHER]);
  });

  it('is awaited by a deletion, which cancels its mail before the answer', async () => {
    const { id, write } = await readBoth();
    expect(await amid(write, () => tenant.call('DELETE', `/v1/broadcasts/${id}`))).toMatchObject({ status: 200 });
    const messages = await app.db.read.selectFrom('messages').select('status').where('tenant_id', '=', tenant.id).execute();
    expect(messages).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
  });
});
