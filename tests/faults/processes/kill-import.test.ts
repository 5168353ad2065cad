import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { postFile } from '../../support/fixtures/contact-files.ts';
import { file } from '../../support/fixtures/imports.ts';
import { useServerProcess } from '../../support/fixtures/server-process.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const ROWS = 3000;
const KILLS = 3;
const WITHIN_MS = 120_000;

describe.each(engines)('kill -9 amid an import into an audience on $name', (engine) => {
  const processes = useServerProcess(engine);
  const start = () => processes.start({ JOB_INTERVAL_MS: '200', IMPORT_ROWS_PER_RUN: '500' });

  const findMembers = (audienceId: string) =>
    processes.withDatabase(async ({ read }) => {
      const rows = read.selectFrom('audience_members as m').innerJoin('contacts as c', 'c.id', 'm.contact_id').select('c.email');
      const found = await rows.where('m.audience_id', '=', audienceId).execute();
      return found.map(({ email }) => email);
    });

  it('makes each row one contact and one member', { timeout: 600_000 }, async () => {
    let running = await start();
    const tenant = await mintTenant(running.url, caller(running.url, OPERATOR_TOKEN));
    const ask = async (path: string) => (await caller(running.url, tenant.key)('GET', path)).body;
    const { body: audience } = await tenant.call('POST', '/v1/audiences', { body: { name: 'Everybody' } });
    const { body: begun } = await postFile(running, tenant, file(ROWS), undefined, { audience_id: audience.id });
    const show = () => ask(`/v1/contacts/imports/${begun.import_id}`);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const { processed_rows: before } = await show();
      await eventually(async () => {
        const { status, processed_rows: rows } = await show();
        return rows > before || status === 'done' || undefined;
      }, WITHIN_MS);
      await running.end('SIGKILL');
      running = await start();
    }
    const done = await eventually(async () => {
      const shown = await show();
      return shown.status === 'done' ? shown : undefined;
    }, WITHIN_MS);
    expect(done).toMatchObject({ total_rows: ROWS, processed_rows: ROWS, created: ROWS, updated: 0, failed: 0, audience_id: audience.id });
    await running.end('SIGKILL');
    const members = await findMembers(audience.id);
    expect([members.length, new Set(members).size]).toEqual([ROWS, ROWS]);
  });
});
