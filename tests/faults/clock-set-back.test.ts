import { expect, it } from 'vitest';
import { sqlite } from '../support/engines.ts';
import { spawnServer } from '../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../support/server.ts';
import { eventually } from '../support/wait.ts';

const DAY_MS = 24 * 3_600_000;

// On the other engine the clock is the database's, which a test cannot set.
it('a clock that is set back by a day is said, since what waits goes so much later', async () => {
  const database = await sqlite.createEmpty();
  const ahead = await spawnServer({ DATABASE_URL: database.url, JOB_INTERVAL_MS: '200' }, { aheadMs: DAY_MS });
  const findings = async (url: string) => (await caller(url, OPERATOR_TOKEN)('GET', '/admin/stats')).body.findings;
  const tenant = await mintTenant(ahead.url, caller(ahead.url, OPERATOR_TOKEN));
  const body = { from: tenant.from, to: ['a@example.net'], subject: 'S', text_body: 'T' };
  const { body: sent } = await tenant.call('POST', '/v1/email', { body });
  await eventually(async () => {
    const { body: message } = await tenant.call('GET', `/v1/messages/${sent.message_id}`);
    return message.status === 'sent' ? true : undefined;
  });
  expect(await findings(ahead.url)).toEqual([]);
  await ahead.end('SIGTERM');

  const server = await spawnServer({ DATABASE_URL: database.url });
  expect(await findings(server.url)).toEqual([
    {
      subject: 'clock',
      detail: expect.stringMatching(/^events were recorded (?:23|24) hours ahead of the time that it is: /),
      mend: expect.stringContaining('NTP'),
    },
  ]);
  await server.end('SIGTERM');
  await database.drop();
});
