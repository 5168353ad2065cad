import { contract } from '@posthorn/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBlobs } from '../../server/src/blobs/create-blobs.ts';
import { createDatabaseStore } from '../../server/src/blobs/database-store.ts';
import { implement } from '../../server/src/core/operation/implement.ts';
import { createDelivery } from '../../server/src/delivery/index.ts';
import { createEmail } from '../../server/src/email/index.ts';
import type { Provider } from '../../server/src/provider/provider.ts';
import { createQueue } from '../../server/src/queue/create-queue.ts';
import { createTemplates } from '../../server/src/templates/index.ts';
import { findCaller } from '../../server/src/tenants/index.ts';
import { watch } from '../support/database/watch-statements.ts';
import { engines } from '../support/engines.ts';
import { type Call, callThrough } from '../support/tenancy/call.ts';
import { startTenancy, type Tenancy } from '../support/tenancy/tenancy.ts';

describe.each(engines)('statements on $name', (engine) => {
  let tenancy: Tenancy;
  let queue: ReturnType<typeof createQueue>;
  let statements: string[];
  let call: Call;
  let deliver: ReturnType<typeof createDelivery>['jobHandlers']['deliver'];

  beforeAll(async () => {
    tenancy = await startTenancy(engine);
    queue = createQueue(tenancy.app);
    await queue.install();
    await queue.open();
    const watched = watch(tenancy.app);
    statements = watched.statements;
    const { app } = watched;
    const parts = {
      queue,
      blobs: createBlobs(app, createDatabaseStore(app.db)),
    };
    const provider: Provider = {
      send: async ({ envelope }) => ({
        replies: envelope.to.map((email) => ({ email, outcome: 'accepted' })),
        providerMessageId: null,
        inDoubt: false,
        brokenOff: false,
      }),
      close: async () => undefined,
    };
    deliver = createDelivery(app, {
      ...parts,
      provider,
    }).jobHandlers.deliver;
    const email = createEmail(app, {
      ...parts,
      findCallerAgain: async (caller) => caller,
      templates: createTemplates(app),
    });
    call = callThrough(implement({ email: contract.email }, email.routes));
  });
  afterAll(async () => {
    await queue.stop();
    await tenancy.close();
  });

  it('of an accept are as many for a batch of 100 as for one email', async () => {
    const tenantId = await tenancy.tenant();
    const name = 'statements.example.com';
    await tenancy.operator('tenants.createDomain', { params: { id: tenantId }, body: { name, verified: true } });
    const caller = await tenancy.caller(tenantId);
    const mail = { from: `a@${name}`, to: ['b@example.net'], subject: 'x', text_body: 'x', tags: { a: 'b' } };
    const count = async (operation: string, body: object) => {
      const { version } = (await findCaller(tenancy.app.db.read, caller.keyHash)) ?? caller;
      statements.length = 0;
      const { status } = await call({ ...caller, version }, operation, {
        headers: { 'idempotency-key': JSON.stringify(body).length.toString() },
        body,
      });
      expect(status).toBeLessThan(300);
      return new Set(statements).size;
    };
    // The first send of a tenant also moves its quota windows on.
    await count('email.send', { ...mail, subject: 'first' });
    const one = await count('email.send', mail);
    expect(one).toBeGreaterThan(3);
    expect(one).toBeLessThan(12);
    expect(await count('email.sendBatch', { emails: Array.from({ length: 100 }, () => mail) })).toBe(one);
  });

  it('of an accept write 1 MiB of bodies each, in transactions of their own', async () => {
    const tenantId = await tenancy.tenant();
    const name = 'large-statements.example.com';
    await tenancy.operator('tenants.createDomain', { params: { id: tenantId }, body: { name, verified: true } });
    const mail = { from: `a@${name}`, to: ['b@example.net'], subject: 'x', text_body: 'x'.repeat(400 * 1024) };
    const caller = await tenancy.caller(tenantId);
    statements.length = 0;
    const { body } = await call(caller, 'email.sendBatch', { body: { emails: Array.from({ length: 7 }, () => mail) } });
    expect(statements.filter((text) => text.startsWith('insert into "message_bodies"'))).toHaveLength(4);
    const transactions = statements.join('\n').split('begin\n').slice(1);
    const writing = (table: string) => transactions.map((text) => text.includes(`insert into "${table}"`));
    expect(writing('message_bodies')).toEqual([true, true, true, true, false]);
    expect(writing('messages')).toEqual([false, false, false, false, true]);
    const ids = (body.data as { message_id: string }[]).map(({ message_id }) => message_id);
    const stored = await tenancy.app.db.read.selectFrom('message_bodies').select('message_id').where('tenant_id', '=', tenantId).execute();
    expect(stored.map(({ message_id }) => message_id).toSorted()).toEqual(ids.toSorted());
  });

  it('of a delivery take no meter where nobody is suppressed', async () => {
    const tenantId = await tenancy.tenant();
    const name = 'delivery-statements.example.com';
    await tenancy.operator('tenants.createDomain', { params: { id: tenantId }, body: { name, verified: true } });
    const mail = { from: `a@${name}`, to: ['b@example.net'], subject: 'x', text_body: 'x' };
    const caller = await tenancy.caller(tenantId);
    const { body } = await call(caller, 'email.sendBatch', { body: { emails: Array.from({ length: 5 }, () => mail) } });
    const ids = (body.data as { message_id: string }[]).map(({ message_id }) => message_id);
    statements.length = 0;
    await deliver(
      [{ id: 'job', attempt: 1, priority: 0, payload: { message_ids: ids }, holdsLease: () => true }],
      new AbortController().signal,
    );
    const { rows } = await sql<{ status: string }>`select status from messages where tenant_id = ${tenantId}`.execute(tenancy.app.db.read);
    expect(rows.map(({ status }) => status)).toEqual(Array(5).fill('sent'));
    expect(statements.length).toBeGreaterThan(2);
    expect(statements.filter((text) => text.includes('tenant_meters'))).toEqual([]);
  });
});
