import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { PASSWORD } from '../../support/fixtures/people.ts';
import { freePort } from '../../support/free-port.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { inherited } from '../../support/processes/process.ts';
import { eventually } from '../../support/wait.ts';
import { type Visit, visitConsole, watchConsole } from '../support/visit.ts';

const CONSOLE = join(import.meta.dirname, '../../../console');

/** What `npm run console` runs, over a service. */
function serveSources(service: string, port: number): ChildProcess {
  const vite = join(CONSOLE, 'node_modules/vite/bin/vite.js');
  const given = ['--config', join(CONSOLE, 'vite.config.ts'), '--port', String(port), '--strictPort'];
  return spawn(process.execPath, [vite, ...given], { env: { ...inherited, POSTHORN_URL: service }, stdio: 'ignore' });
}

describe.skipIf(browserMissing !== undefined)('the console as it is written', () => {
  let visit: Visit;
  let sources: ChildProcess;
  let home: string;

  beforeAll(async () => {
    visit = await visitConsole(sqlite);
    const port = await freePort();
    home = `http://localhost:${port}`;
    sources = serveSources(visit.server.url, port);
    await eventually(async () => (await fetch(`${home}/console/`).catch(() => undefined))?.ok || undefined);
  });
  afterAll(async () => {
    if (sources?.exitCode === null && sources.kill()) await once(sources, 'close');
    await visit?.end();
  });

  it('asks the service for all that it shows', async () => {
    const { page, open, foreign, faults } = await watchConsole(visit.browser, home);
    await open('/sign-in');
    await page.getByLabel('Email address').fill(visit.owner.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('link', { name: visit.tenant.domain.name }).waitFor();
    expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
    await page.context().close();
  });

  it('has a page with every part in every state, which has no barrier, and fits on 320 pixels', async () => {
    const { page, violations, narrowWidth, faults } = await watchConsole(visit.browser, home);
    await page.goto(`${home}/console/ui`);
    await page.getByRole('heading', { level: 1, name: 'Parts' }).waitFor();
    await page.locator('.cm-lintRange-error').first().waitFor();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Hello Ada' }).waitFor();
    expect([await violations(), await narrowWidth(), faults]).toEqual([[], 320, []]);
    await page.getByRole('checkbox', { name: 'Select all shown rows' }).check();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('dialog').getByText('ada@example.org').waitFor();
    expect(await violations()).toEqual([]);
    await page.context().close();
  });

  it('keeps that page to itself', async () => {
    const { page, open } = await visit.openConsole();
    await open('/ui');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });
});
