import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, sqlite } from '../../support/engines.ts';
import { startWebSink, type WebSink } from '../../support/fakes/web-sink.ts';
import { browserMissing } from '../../support/processes/browser.ts';
import { faultlessOn, faultsOf, type Visit, visitConsole } from '../support/visit.ts';

const HOSTILE = '<img src=x onerror=alert(1)>\u202e"\'><script>alert(1)</script>';
const hostileMail = (evil: string) => `<base href="${evil}/"><meta http-equiv="refresh" content="0;url=${evil}/">
<script>parent.postMessage({preview: {link: '${evil}/'}}, '*'); fetch('${evil}/')</script>
<link rel="preconnect" href="${evil}"><iframe src="${evil}/"></iframe>
<p style="background: url(${evil}/a.png)">Hello</p><img src="${evil}/b.png" onerror="alert(1)">
<form action="${evil}/"><button>Press</button></form><a href="${evil}/">A link</a><a href="javascript:alert(1)">Another</a>`;

/** Something of everything, with names that want to be more than names. */
async function fill(
  { tenant, server }: Visit,
  evil: string,
): Promise<{ readonly messageId: string; readonly domainId: string; readonly webhookId: string }> {
  const post = async (path: string, body: unknown) => {
    const answer = await tenant.call('POST', path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const mail = {
    from: tenant.from,
    to: ['ada@example.org'],
    subject: HOSTILE,
    html_body: hostileMail(evil),
    text_body: HOSTILE,
    tags: { order: HOSTILE },
  };
  const { message_id: messageId } = await post('/v1/email', mail);
  await post('/v1/email', {
    from: tenant.from,
    to: ['later@example.org'],
    subject: 'Later',
    text_body: 'x',
    scheduled_at: Date.now() + 86_400_000,
  });
  const { id: domainId } = await post('/v1/domains', { name: 'mail.example.com' });
  const { id: webhookId } = await post('/v1/webhooks', { url: 'https://example.com/hooks', events: ['*'], description: HOSTILE });
  await post(`/v1/webhooks/${webhookId}/test`, {});
  await post('/v1/suppressions', { email: 'gone@example.org' });
  await post('/v1/api-keys', { name: HOSTILE, permission: 'sending_access' });
  await post('/v1/templates', { alias: 'greeting', name: HOSTILE });
  await post('/v1/templates/greeting/versions', { subject: HOSTILE, html_body: HOSTILE, text_body: HOSTILE });
  await server.run('dispatch');
  return { messageId, domainId, webhookId };
}

describe.skipIf(browserMissing !== undefined).each(engines)('screens on $name', (engine) => {
  let visit: Visit;
  let sink: WebSink;
  let paths: Readonly<Record<string, string>>;

  beforeAll(async () => {
    [visit, sink] = await Promise.all([visitConsole(engine), startWebSink()]);
    await visit.owner.browser.call('PATCH', '/account/me', { body: { name: HOSTILE.slice(0, 60) } });
    const { messageId, domainId, webhookId } = await fill(visit, sink.url);
    const home = `/${visit.tenant.id}`;
    paths = {
      overview: home,
      emails: `${home}/emails`,
      'an email': `${home}/emails/${messageId}`,
      send: `${home}/send`,
      'send again': `${home}/send?like=${messageId}`,
      domains: `${home}/domains`,
      'a domain': `${home}/domains/${domainId}`,
      keys: `${home}/keys`,
      webhooks: `${home}/webhooks`,
      'a webhook': `${home}/webhooks/${webhookId}`,
      templates: `${home}/templates`,
      'a template': `${home}/templates/greeting`,
      'a new template': `${home}/new-template`,
      'a new template of the gallery': `${home}/new-template?from=receipt`,
      events: `${home}/events`,
      suppressions: `${home}/suppressions`,
      members: `${home}/members`,
      audit: `${home}/audit`,
      account: '/account',
      'nothing there': `${home}/nothing`,
      'nobody’s tenant': '/ten_01m7yvv4d1ewh1nn74fa31sj7k/emails',
    };
  });
  afterAll(() => Promise.all([visit?.end(), sink?.close()]));

  it(faultlessOn(engine), async () => {
    const console = await visit.openConsole();
    expect(await faultsOf(console, paths, engine)).toEqual([]);
    // What the policy of the mail's frame has stopped is named too.
    const foreign = console.foreign.filter((address) => !address.startsWith(sink.url));
    expect({ foreign, connections: sink.connections() }).toEqual({ foreign: [], connections: 0 });
  });

  it('shows hostile mail as mail: no script, no navigation, no network, and links only when asked', async () => {
    const console = await visit.openConsole();
    await console.open(paths['an email'] ?? '');
    const frame = console.page.frameLocator('iframe');
    await frame.getByText('Hello').waitFor();
    await console.page.getByText('Images from other hosts are blocked').waitFor();
    await frame.getByRole('button', { name: 'Press' }).click();
    await frame.getByText('Another').click();
    expect(await console.page.getByRole('dialog').count()).toBe(0);
    await frame.getByText('A link').click();
    await console.page.getByRole('dialog', { name: 'Open this link?' }).getByText(`${sink.url}/`).waitFor();
    expect(await console.violations()).toEqual([]);
    expect({ connections: sink.connections(), faults: console.faults }).toEqual({ connections: 0, faults: [] });
    await console.page.getByRole('button', { name: 'Cancel' }).click();
    await frame.getByText('A link').click({ button: 'middle' });
    await console.page.getByRole('dialog', { name: 'Open this link?' }).getByText(`${sink.url}/`).waitFor();
    expect({ pages: console.page.context().pages().length, connections: sink.connections() }).toEqual({ pages: 1, connections: 0 });
    await console.page.getByRole('button', { name: 'Cancel' }).click();
    await console.page.getByRole('button', { name: 'Load images' }).click();
    await expect.poll(() => [...sink.asked].sort()).toEqual(['/a.png', '/b.png']);
  });
});

describe.skipIf(browserMissing !== undefined)('who is not signed in', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await visitConsole(sqlite);
  });
  afterAll(() => visit?.end());

  it('sees pages without barriers', async () => {
    const { body } = await visit.server.admin('POST', '/admin/people/invitations', {
      body: { email: 'new@example.com', tenant_id: visit.tenant.id, role: 'viewer' },
    });
    const console = await visit.openOutside();
    for (const path of ['/sign-in', '/forgotten', `/link${new URL(body.link).hash}`, '/link#token=wrong']) {
      await console.open(path);
      expect([path, await console.violations(), await console.narrowWidth(), await console.refused()]).toEqual([path, [], 320, []]);
    }
    expect({ foreign: console.foreign, faults: console.faults }).toEqual({ foreign: [], faults: [] });
  });
});
