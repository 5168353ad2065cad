import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { type Visit, visitConsole, within } from '../support/visit.ts';
import { itHasWritten } from '../support/write-coverage.ts';

describe.skipIf(browserMissing !== undefined).each(engines)('mail to many under way, in the console on $name', (engine) => {
  let visit: Visit;
  let sink: SmtpSink;
  let isRefusing = true;
  const { home } = within(() => visit);
  const got = () => sink.mails.map(({ envelope }) => envelope.to[0]).sort();
  const answer = (path: string) => visit.tenant.call('GET', path);
  /** At one a minute, three mails have had their turn after it. */
  async function passMinutes(): Promise<void> {
    for (let minute = 0; minute < 3; minute += 1) {
      await visit.server.admin('POST', '/admin/clock', { body: { advance_ms: 60_000 } });
      await sendAll(visit.server);
    }
  }
  const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const ask = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };

  beforeAll(async () => {
    sink = await startSmtpSink({
      onData: ({ envelope }) => (isRefusing && envelope.to[0]?.startsWith('c1@') ? '554 5.7.1 Refused' : undefined),
    });
    visit = await visitConsole(engine, { ...BY_HAND, PROVIDER_URL: sink.url, BROADCAST_RATE: '1' });
  });
  afterAll(async () => {
    await visit?.end();
    await sink?.close();
  });

  it('stands still while a broadcast is paused, goes on, tries again what failed, and is deleted', async () => {
    const id = await writeDraft(visit.tenant, await addAudience(visit.tenant, await addContacts(visit.tenant, 3)));
    await visit.tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(visit.server);
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const before = got();
    await passMinutes();
    expect([(await answer(`/v1/broadcasts/${id}`)).body.status, got()]).toEqual(['paused', before]);
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await passMinutes();
    expect(got()).toEqual(['c0@example.net', 'c2@example.net']);
    isRefusing = false;
    await page.getByRole('button', { name: 'Retry failed' }).click();
    await page.getByText('1 email is sent again.').waitFor();
    await passMinutes();
    expect(got()).toEqual(['c0@example.net', 'c1@example.net', 'c2@example.net']);
    await ask(page, 'Delete');
    await confirm(page, 'Delete');
    await page.getByRole('heading', { level: 1, name: 'Broadcasts', exact: true }).waitFor();
    expect((await answer(`/v1/broadcasts/${id}`)).status).toBe(404);
  });

  it('is cancelled with the broadcast that is deleted while its mail waits', async () => {
    const id = await writeDraft(visit.tenant, await addAudience(visit.tenant, await addContacts(visit.tenant, 2, 'd')));
    await visit.tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(visit.server);
    const before = got();
    const { page, open } = await visit.openConsole();
    await open(`${home()}/broadcasts/${id}`);
    await ask(page, 'Delete');
    await confirm(page, 'Delete');
    await page.getByText('Broadcast deleted.').waitFor();
    await passMinutes();
    expect(got()).toEqual(before);
  });

  it('ends with the automation that is archived, and is deleted with it', async () => {
    const [contact] = await addContacts(visit.tenant, 1, 'e');
    const steps = [{ id: 'wait', type: 'wait', seconds: 86_400 }];
    const program = { name: 'Waits', trigger_kind: 'contact_created', from_domain_id: visit.tenant.domain.id, steps };
    const { id } = (await visit.tenant.call('POST', '/v1/automations', { body: program })).body;
    await visit.tenant.call('POST', `/v1/automations/${id}/activate`);
    await visit.tenant.call('POST', `/v1/automations/${id}/enrollments`, { body: { contact_id: contact } });
    const { page, open, violations } = await visit.openConsole();
    await open(`${home()}/automations/${id}`);
    await ask(page, 'Archive');
    expect(await violations()).toEqual([]);
    await confirm(page, 'Archive');
    await page.getByText('Automation archived.').waitFor();
    const { status, enrollment_counts: counts } = (await answer(`/v1/automations/${id}`)).body;
    expect({ status, counts }).toMatchObject({ status: 'archived', counts: { active: 0, cancelled: 1 } });
    await ask(page, 'Delete');
    await confirm(page, 'Delete');
    await page.getByRole('heading', { level: 1, name: 'Automations', exact: true }).waitFor();
    expect((await answer(`/v1/automations/${id}`)).status).toBe(404);
  });

  itHasWritten('many', () => visit);
});
