import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Engine, engines, type TestDatabase } from '../support/engines.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';
import { eventually } from '../support/wait.ts';

/** A database that outlives the process. */
async function createKept(engine: Engine): Promise<TestDatabase> {
  if (engine.name === 'postgres') return engine.create();
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-kill-'));
  return { url: `sqlite:${join(folder, 'posthorn.db')}`, drop: async () => rmSync(folder, { recursive: true }) };
}

describe.each(engines)('kill -9 on $name', (engine) => {
  let database: TestDatabase;
  let server: ServerProcess | undefined;

  beforeEach(async () => {
    database = await createKept(engine);
  });
  afterEach(async () => {
    await server?.end('SIGKILL');
    await database.drop();
  });

  const start = async (role = 'all'): Promise<ServerProcess> => {
    server = await spawnServer({ DATABASE_URL: database.url, ROLE: role });
    return server;
  };
  const mail = (tenant: TestTenant, subject: string) => ({ from: tenant.from, to: ['a@example.net'], subject, text_body: 'x' });

  const capturedSubjects = async (url: string): Promise<string[]> => {
    const { body } = await caller(url, OPERATOR_TOKEN)('GET', '/admin/captured?limit=100');
    return body.data.map(({ subject }: { subject: string }) => subject);
  };

  it('right after a 202 loses nothing: the mail goes out after the restart', async () => {
    const first = await start('api');
    const tenant = await mintTenant(first.url, caller(first.url, OPERATOR_TOKEN));
    const { status, body } = await tenant.call('POST', '/v1/email', { body: mail(tenant, 'kept') });
    expect(status).toBe(202);
    await first.end('SIGKILL');

    const second = await start();
    const ask = caller(second.url, tenant.key);
    const message = await eventually(async () => {
      const { body: found } = await ask('GET', `/v1/messages/${body.message_id}`);
      return found.status === 'sent' ? found : undefined;
    });
    expect(message.events.map(({ type }: { type: string }) => type)).toEqual(['sent']);
    expect(await capturedSubjects(second.url)).toEqual(['kept']);
  });

  it('amid deliveries loses nothing that was accepted', { timeout: 120_000 }, async () => {
    const first = await start();
    const tenant = await mintTenant(first.url, caller(first.url, OPERATOR_TOKEN));
    const accepted: string[] = [];
    const sends = Array.from({ length: 60 }, async (_, n) => {
      const answer = await tenant.call('POST', '/v1/email', { body: mail(tenant, `n${n}`) }).catch(() => undefined);
      if (answer?.status === 202) accepted.push(`n${n}`);
      if (accepted.length === 20) await first.end('SIGKILL');
    });
    await Promise.all(sends);
    expect(accepted.length).toBeGreaterThanOrEqual(20);

    const second = await start();
    const missing = (captured: string[]) => accepted.filter((subject) => !captured.includes(subject));
    await eventually(async () => (missing(await capturedSubjects(second.url)).length === 0 ? true : undefined), 90_000);
  });
});
