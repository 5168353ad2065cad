import { HOSTILE } from './fill.ts';
import type { Visit } from './visit.ts';

const WORD = 'W'.repeat(200);
/** What somebody may call a thing: markup, directions, what has no place to break, and what programs take for nothing. */
const NAMES = [
  WORD,
  HOSTILE,
  '</script></textarea><style>*{display:none}</style>',
  '\u202e\u2067مرحبا\u2066gnp.exe\u200b\u061c\u00ad\u3164\u{e0041}\u0301\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦🏴‍☠️'.repeat(10),
  'null',
  'undefined',
  '__proto__',
  '{{ 1 | plus: 1 }}$1%s',
] as const;
/** For what may not be as long as a name. */
const cut = (name: string) => [...name].slice(0, 60).join('');
const LONG_ADDRESS = `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(2)}example.org`;

/** How things are made of a tenant, and by the operator. */
function makerOf({ tenant, server }: Visit) {
  async function ask(method: string, path: string, body: unknown) {
    const answer = await (path.startsWith('/admin') ? server.admin : tenant.call)(method, path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  const post = (path: string, body: unknown) => ask('POST', path, body);
  return {
    ask,
    post,
    /** Makes one of each name; returns what the first is called in paths. */
    async all(path: string, of: (name: string, place: number) => object): Promise<string> {
      const made = [];
      for (const [place, name] of NAMES.entries()) made.push(await post(path, of(name, place)));
      const [{ alias, message_id, id }] = made;
      return alias ?? message_id ?? id;
    },
  };
}
type Maker = ReturnType<typeof makerOf>;

const filter = (value: string) => ({ and: [{ field: 'attributes.city', op: 'in', value: [value, ...NAMES] }] });

async function fillContacts({ post, all }: Maker) {
  const attributes = Object.fromEntries([...NAMES.entries()].map(([place, name]) => [`a${place}_${WORD}`.slice(0, 60), name]));
  const contact: string = (await post('/v1/contacts', { email: LONG_ADDRESS, attributes })).id;
  const audience = await all('/v1/audiences', (name) => ({ name, description: name }));
  await post(`/v1/audiences/${audience}/members`, { contact_id: contact });
  return { contact, audience, segment: await all('/v1/segments', (name) => ({ name, filter: filter(name) })) };
}

async function fillTemplates({ post, all }: Maker): Promise<string> {
  const template = await all('/v1/templates', (name, place) => ({ alias: `t${place}${'x'.repeat(90)}`, name }));
  for (const lines of [NAMES, NAMES.toReversed()]) {
    const text_body = lines.join('\n').replaceAll('{{', '{ {');
    await post(`/v1/templates/${template}/versions`, { subject: WORD, text_body, html_body: `<p>${WORD}</p>` });
  }
  return template;
}

async function fillSends({ all }: Maker, { from, audience }: { readonly from: string; readonly audience: string }) {
  const target = { from, target_kind: 'audience', target_id: audience };
  const draft = await all('/v1/broadcasts', (name) => ({ ...target, name, subject: name.replaceAll('{{', '{ {'), body_text: name }));
  const steps = NAMES.flatMap((name, place) => [
    { id: `w${place}`, type: 'webhook', name: cut(name), data: { [`${place}${cut(name)}`]: name } },
    { id: `u${place}`, type: 'update_contact', attributes: { city: name } },
    { id: `b${place}`, type: 'branch', filter: filter(name), else: [{ id: `x${place}`, type: 'exit' }] },
  ]);
  const program = { trigger_kind: 'contact_created', from, steps };
  const automation = await all('/v1/automations', (name) => ({ ...program, name, description: name }));
  const message = await all('/v1/email', (name) => ({
    from: `"${'W'.repeat(100)}" <${from}>`,
    to: [LONG_ADDRESS.slice(1)],
    subject: name,
    text_body: name,
    html_body: `<p>${WORD}</p><pre>${WORD}</pre>`,
    tags: { order: name },
    attachments: [{ filename: `${name.replaceAll(/[/\\"\r\n]/g, '')}.txt`, content: 'eA==' }],
  }));
  return { draft, automation, message };
}

/** A mail that has come, of somebody with a long name; returns its id. */
async function receive({ tenant, server }: Visit): Promise<string> {
  await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } });
  const body = `From: "${'W'.repeat(60)}" <${LONG_ADDRESS}>\r\nSubject: ${WORD}\r\n\r\n${WORD}\r\n`;
  const path = `/admin/inbound?rcpt=${encodeURIComponent(`in@${tenant.domain.name}`)}`;
  const answer = await server.admin('POST', path, { body, headers: { 'Content-Type': 'message/rfc822' } });
  return answer.body.data[0].id;
}

/** Has everything that can be called something called so; returns the screens that show it. */
export async function fillHostile(visit: Visit): Promise<Readonly<Record<string, string>>> {
  const { tenant, server, owner } = visit;
  const maker = makerOf(visit);
  const { ask, post, all } = maker;
  await ask('PATCH', `/admin/tenants/${tenant.id}`, { name: WORD });
  await owner.browser.call('PATCH', '/account/me', { body: { name: WORD } });
  await all('/admin/tenants', (name) => ({ name }));
  await post('/admin/suppressions', { email: LONG_ADDRESS });
  await post('/v1/suppressions', { email: LONG_ADDRESS });
  await all('/v1/api-keys', (name) => ({ name, permission: 'sending_access' }));
  const { contact, audience, segment } = await fillContacts(maker);
  const url = (place: number) => `https://example.com/${place}/${WORD}`;
  const webhook = await all('/v1/webhooks', (name, place) => ({ url: url(place), events: ['bounce'], description: name }));
  await post(`/v1/webhooks/${webhook}/test`, {});
  const template = await fillTemplates(maker);
  const { draft, automation, message } = await fillSends(maker, { from: tenant.from, audience });
  await server.run('dispatch');
  const received = await receive(visit);
  const captured = (await server.admin('GET', '/admin/captured')).body.data.at(-1).id;
  const home = `/${tenant.id}`;
  return {
    overview: home,
    emails: `${home}/emails`,
    'emails found': `${home}/emails?subject=${WORD}&tag=order&value=${encodeURIComponent(HOSTILE)}&recipient=${LONG_ADDRESS}`,
    'an email': `${home}/emails/${message}`,
    'send again': `${home}/send?like=${message}`,
    events: `${home}/events`,
    templates: `${home}/templates`,
    gallery: `${home}/new-template?from=receipt`,
    'a gallery of what is not there': `${home}/new-template?from=${encodeURIComponent(HOSTILE)}`,
    versions: `${home}/templates/${template}`,
    inbound: `${home}/inbound`,
    'a received mail': `${home}/inbound/${received}`,
    contacts: `${home}/contacts`,
    'contacts found': `${home}/contacts?q=${WORD}`,
    'a contact': `${home}/contacts/${contact}`,
    audiences: `${home}/audiences`,
    'an audience': `${home}/audiences/${audience}`,
    segments: `${home}/segments`,
    'a segment': `${home}/segments/${segment}`,
    broadcasts: `${home}/broadcasts`,
    'a draft': `${home}/broadcasts/${draft}`,
    automations: `${home}/automations`,
    'an automation': `${home}/automations/${automation}`,
    'the editor of an automation': `${home}/automations/${automation}/edit`,
    suppressions: `${home}/suppressions`,
    keys: `${home}/keys`,
    webhooks: `${home}/webhooks`,
    'a webhook': `${home}/webhooks/${webhook}`,
    members: `${home}/members`,
    audit: `${home}/audit`,
    account: '/account',
    service: '/operator',
    tenants: '/operator/tenants',
    'a tenant': `/operator/tenants/${tenant.id}`,
    'suppressions of all': '/operator/suppressions',
    people: '/operator/people',
    mailbox: '/operator/mailbox',
    'a captured mail': `/operator/mailbox/${captured}`,
  };
}
