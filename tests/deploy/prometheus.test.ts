import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guides } from '../docs/documents.ts';
import { sqlite } from '../support/engines.ts';
import { alerts, boardExpressions, hasPromtool, holds, metricsIn, promtool, readSamples } from '../support/prometheus.ts';
import { OPERATOR_TOKEN, startTestServer, type TestServer } from '../support/server.ts';

if (!hasPromtool) console.warn('promtool is not there (in Debian it is in the package prometheus): the alerts are not run by it');

/** Made by Prometheus itself for each target. */
const OF_PROMETHEUS = ['up'];
/** How long the event loop was held: while many tests run, that is the machine's doing. */
const LAG = 'nodejs_eventloop_lag_p99_seconds';
const SUFFIX = /_(?:bucket|count|sum)$/;

describe('what is shipped for Prometheus and Grafana', () => {
  let server: TestServer;
  /** Metrics with their labels, also those that have no sample yet. */
  let known: ReadonlyMap<string, ReadonlySet<string>>;
  let types: ReadonlyMap<string, string>;
  beforeAll(async () => {
    server = await startTestServer(sqlite);
    const tenant = await server.mint();
    await tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.org'], subject: 'S', text_body: 'T' } });
    await server.run('dispatch');
    const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
    const text = await answer.text();
    types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
    const labels = Map.groupBy(readSamples(text), ({ name }) => name);
    known = new Map(
      [...types.keys()].map((name) => [name, new Set((labels.get(name) ?? []).flatMap((sample) => Object.keys(sample.labels)))]),
    );
  });
  afterAll(() => server.stop());

  const exists = (name: string) =>
    OF_PROMETHEUS.includes(name) || known.has(name) || (SUFFIX.test(name) && types.get(name.replace(SUFFIX, '')) === 'histogram');

  it.each(alerts)('has $alert ask for metrics that there are', ({ expr }) => {
    expect(metricsIn(expr)).not.toEqual([]);
    expect(metricsIn(expr).filter((name) => !exists(name))).toEqual([]);
  });

  it('has a board whose every metric there is', () => {
    expect(boardExpressions.length).toBeGreaterThan(30);
    const missing = boardExpressions.flatMap(metricsIn).filter((name) => !exists(name));
    expect(missing).toEqual([]);
  });

  it('shows every metric of ours on the board', () => {
    const shown = new Set(boardExpressions.flatMap(metricsIn).map((name) => name.replace(SUFFIX, '')));
    expect([...types.keys()].filter((name) => name.startsWith('posthorn_') && !shown.has(name))).toEqual([]);
  });

  it('fires nothing while all is well, as far as that is told by one metric', async () => {
    await server.admin('GET', '/admin/stats');
    const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
    const samples = readSamples(await answer.text()).map((sample) => (sample.name === LAG ? { ...sample, value: 0 } : sample));
    const told = alerts.filter((alert) => holds(alert, samples) !== undefined);
    expect(told.length).toBeGreaterThan(8);
    expect(told.filter((alert) => holds(alert, samples)).map(({ alert }) => alert)).toEqual([]);
  });

  it('fires on an event loop that is held for more than a quarter of a second', () => {
    const firing = (value: number) => alerts.filter((alert) => holds(alert, [{ name: LAG, labels: {}, value }])).map(({ alert }) => alert);
    expect([firing(0.2), firing(0.3)]).toEqual([[], ['PosthornEventLoopHeld']]);
  });

  it('names its metrics as Prometheus wants: units and kinds at their ends', () => {
    const ours = [...types].filter(([name]) => name.startsWith('posthorn_'));
    expect(ours.filter(([name, type]) => (type === 'counter') !== name.endsWith('_total'))).toEqual([]);
    expect(ours.filter(([name, type]) => type === 'histogram' && !name.endsWith('_seconds'))).toEqual([]);
    // Prometheus gives these to every sample of a target, and renames those of others.
    const reserved = [...known].filter(([, labels]) => labels.has('job') || labels.has('instance'));
    expect(reserved).toEqual([]);
  });

  it.skipIf(!hasPromtool)('is found right by promtool, and fires as it should', () => {
    expect(promtool('check', 'rules', 'alerts.yaml')).toContain(`SUCCESS: ${alerts.length} rules found`);
    expect(promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS');
  });

  describe('docs/operations.md', () => {
    const guide = guides.find(({ path }) => path === 'docs/operations.md')?.text ?? '';
    const [, alertsPart = ''] = guide.split('\n## Alerts\n');

    it('says of every metric of ours what it is, with its labels, and of no other', () => {
      const rows = [...guide.matchAll(/^\| `(posthorn_\w+)` +\| ([^|]*)\|/gm)].map(([, name = '', labels = '']) => ({
        name,
        labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
      }));
      expect(rows.map(({ name }) => name).sort()).toEqual([...types.keys()].filter((name) => name.startsWith('posthorn_')).sort());
      const wrong = rows.filter(({ name, labels }) => [...(known.get(name) ?? [])].some((label) => !labels.includes(label)));
      expect(wrong).toEqual([]);
    });

    it('says of every alert what to do, and of no other', () => {
      const headings = [...alertsPart.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
      expect(headings).toEqual(alerts.map(({ alert }) => alert));
      for (const { alert, annotations } of alerts) expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    });
  });
});
