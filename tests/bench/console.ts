// What a browser has to wait for in the console, with very many messages. Not a ratio: the bounds are a person's patience.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@posthorn/server';
import type { Browser } from 'playwright-core';
import { signUp } from '../support/fixtures/people.ts';
import { launchBrowser } from '../support/processes/browser.ts';
import { spawnServer } from '../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';
import { eventually } from '../support/wait.ts';
import { median } from './support/compare.ts';
import { fillMessages } from './support/fill-messages.ts';

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const ROUNDS = 5;
const MONTH_MS = 30 * 86_400_000;
const MOST = { paint: 1000, shift: 0.05, task: 200 };
const SCREENS = ['', '/emails', '/usage', '/contacts', '/domains', '/suppressions'];

/** Runs in the page from its start: when it was painted, how much the layout shifted, and the longest task. */
const WATCH = `
  window.measured = { paint: 0, shift: 0, task: 0 };
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') measured.paint = startTime; });
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) measured.shift += value; });
  watch('longtask', ({ duration }) => { measured.task = Math.max(measured.task, duration); });
`;

type Measured = Readonly<Record<keyof typeof MOST, number>> & { readonly whole: number };

interface Place {
  readonly browser: Browser;
  readonly url: string;
  readonly cookie: string;
}

/** Opens a screen in a browser with an empty cache. */
async function measure({ browser, url, cookie }: Place, path: string): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, domain: new URL(url).hostname, path: '/', httpOnly: true, sameSite: 'Strict' }]);
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  const start = performance.now();
  await page.goto(`${url}/console${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
  const whole = performance.now() - start;
  await page.waitForLoadState('networkidle');
  const measured = await page.evaluate<Omit<Measured, 'whole'>>('measured');
  await context.close();
  return { ...measured, whole };
}

async function fill(url: string): Promise<TestTenant> {
  const environment = {
    PORT: '0',
    LOG_LEVEL: 'error',
    OPERATOR_TOKEN,
    SECRET_KEY: 'k'.repeat(32),
    DATABASE_URL: url,
    PROVIDER_URL: 'capture:',
  };
  const server = await startServer({ migrate: true, environment });
  const admin = caller(server.url ?? '', OPERATOR_TOKEN);
  const tenant = await mintTenant(server.url ?? '', admin);
  const to = Date.now();
  await fillMessages(server.app.db, { tenantId: tenant.id, count: MESSAGES, from: to - MONTH_MS, to });
  while ((await admin('POST', '/admin/jobs/stats/run')).body.more === true);
  await server.stop();
  return tenant;
}

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
const database = `sqlite:${join(folder, 'posthorn.db')}`;
const tenant = await fill(database);
const server = await spawnServer({ DATABASE_URL: database, PROVIDER_URL: 'capture:', CONSOLE: 'true' });
await eventually(async () => (await fetch(`${server.url}/console`)).status === 200 || undefined);
const admin = caller(server.url, OPERATOR_TOKEN);
const owner = await signUp({ url: server.url, admin }, { tenant_id: tenant.id, role: 'owner' });
const browser = await launchBrowser();
const place = { browser, url: server.url, cookie: owner.browser.cookie ?? '' };
await measure(place, `/${tenant.id}`);

for (const screen of SCREENS) {
  const rounds: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(place, `/${tenant.id}${screen}`));
  const of = (name: keyof Measured) => median(rounds.map((round) => round[name]));
  const isGood = of('paint') <= MOST.paint && of('shift') <= MOST.shift && of('task') <= MOST.task;
  console.log(
    `console${screen === '' ? ', overview' : screen} with ${MESSAGES} messages: first paint ${of('paint').toFixed(0)} ms (≤ ${MOST.paint}), ` +
      `layout shift ${of('shift').toFixed(3)} (≤ ${MOST.shift}), longest task ${of('task').toFixed(0)} ms (≤ ${MOST.task}), ` +
      `whole ${of('whole').toFixed(0)} ms: ${isGood ? 'reached' : 'missed'}`,
  );
}
await browser.close();
await server.end('SIGTERM');
rmSync(folder, { recursive: true });
