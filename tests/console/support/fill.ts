import { eventually } from '../../support/wait.ts';
import type { Visit } from './visit.ts';

export const HOSTILE = '<img src=x onerror=alert(1)>\u202e"\'><script>alert(1)</script>';

/** Ids of what was put there. */
export type Things = Readonly<
  Record<'contact' | 'importId' | 'audience' | 'segment' | 'draft' | 'broadcast' | 'automation' | 'draftAutomation', string>
>;

/** Contacts and what is sent to many, with names that want to be more than names. */
export async function fillMarketing({ tenant, server }: Visit): Promise<Things> {
  const post = async (path: string, body: unknown) => {
    const answer = await tenant.call('POST', path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { id: contact } = await post('/v1/contacts', {
    email: 'ada@example.org',
    attributes: { city: HOSTILE, age: 36, vip: true, [HOSTILE.slice(0, 40)]: null },
  });
  const many = ['grace', 'alan', 'edsger', 'barbara'].map((name) => ({ email: `${name}@example.org`, attributes: { city: 'London' } }));
  const { data } = await post('/v1/contacts/batch', { contacts: [...many, { email: 'gone@example.org', status: 'unsubscribed' }] });
  const { id: audience } = await post('/v1/audiences', { name: HOSTILE, description: HOSTILE });
  await post(`/v1/audiences/${audience}/members/bulk`, { contact_ids: [contact, ...data.map(({ id }: { id: string }) => id)] });
  const conditions = [
    { field: 'email', op: 'ends_with', value: '@example.org' },
    {
      or: [
        { field: 'attributes.city', op: 'in', value: ['London', HOSTILE] },
        { field: 'attributes.age', op: 'gte', value: 18 },
        { not: { field: 'audience', op: 'member_of', value: [audience] } },
      ],
    },
    { field: 'events.open', op: 'not_happened', within_days: 30 },
    { field: 'status', op: 'in', value: ['subscribed', 'unsubscribed'] },
    { field: 'created_at', op: 'within_days', value: 30 },
  ];
  const { id: segment } = await post('/v1/segments', { name: HOSTILE, filter: { and: conditions } });
  const mail = {
    subject: HOSTILE,
    from: tenant.from,
    body_html: `<h1>Hello {{ attributes.city }}</h1><script>alert(1)</script><p><a href="http://example.org/">Read</a></p>`,
  };
  const { id: draft } = await post('/v1/broadcasts', { name: HOSTILE, ...mail, target_kind: 'segment', target_id: segment });
  await post('/v1/suppressions', { email: 'alan@example.org' });
  const { id: broadcast } = await post('/v1/broadcasts', {
    name: 'News of the week',
    ...mail,
    target_kind: 'audience',
    target_id: audience,
  });
  await post(`/v1/broadcasts/${broadcast}/send`, {});
  await server.run('fanout');
  await server.run('dispatch');
  const steps = [
    { id: 'hello', type: 'send_email', subject: HOSTILE, text_body: 'Hello' },
    {
      id: 'opened',
      type: 'wait_for_event',
      event: 'open',
      timeout_seconds: 3 * 86_400,
      then: [{ id: 'join', type: 'add_to_audience', audience_id: audience }],
      else: [{ id: 'again', type: 'send_email', subject: 'Once more', text_body: 'Hello' }],
    },
    {
      id: 'city',
      type: 'branch',
      filter: { field: 'attributes.city', op: 'eq', value: HOSTILE },
      then: [{ id: 'tell', type: 'webhook', name: HOSTILE }],
      else: [{ id: 'end', type: 'exit' }],
    },
    { id: 'mark', type: 'update_contact', attributes: { welcomed: true } },
  ];
  const { id: automation } = await post('/v1/automations', {
    name: HOSTILE,
    description: HOSTILE,
    trigger_kind: 'contact_created',
    from_domain_id: tenant.domain.id,
    from: tenant.from,
    steps,
  });
  await post(`/v1/automations/${automation}/activate`, {});
  await post(`/v1/automations/${automation}/enrollments`, { contact_id: contact });
  const { id: draftAutomation } = await post('/v1/automations', {
    name: 'A draft',
    trigger_kind: 'audience_added',
    trigger_config: { audience_id: audience },
    steps,
  });
  const form = new FormData();
  form.set(
    'file',
    new File(
      [`email,city\r\nkurt@example.org,Vienna\r\nnobody,"${HOSTILE.replaceAll('"', '""')}"\r\n`],
      `${HOSTILE.replaceAll(/["/]/g, '')}.csv`,
    ),
  );
  const headers = { Authorization: `Bearer ${tenant.key}` };
  const uploaded = await fetch(`${server.url}/v1/contacts/import`, { method: 'POST', headers, body: form });
  // Safe because anything else fails below.
  const { import_id: importId } = (await uploaded.json()) as { import_id: string };
  await eventually(async () => {
    await server.run('import');
    return (await tenant.call('GET', `/v1/contacts/imports/${importId}`)).body.status === 'done' || undefined;
  });
  return { contact, importId, audience, segment, draft, broadcast, automation, draftAutomation };
}

/** Screens of all this, by what they show. */
export function marketingPaths(tenantId: string, things: Things): Readonly<Record<string, string>> {
  const home = `/${tenantId}`;
  return {
    contacts: `${home}/contacts`,
    'contacts found by address': `${home}/contacts?email=ada%40example.org`,
    'no contacts': `${home}/contacts?status=cleaned`,
    'a contact': `${home}/contacts/${things.contact}`,
    'a contact that is not there': `${home}/contacts/con_01m7yvv4d1ewh1nn74fa31sj7k`,
    'import of contacts': `${home}/contacts/import`,
    'an import': `${home}/contacts/imports/${things.importId}`,
    audiences: `${home}/audiences`,
    'an audience': `${home}/audiences/${things.audience}`,
    segments: `${home}/segments`,
    'a new segment': `${home}/segments/new`,
    'a segment': `${home}/segments/${things.segment}`,
    broadcasts: `${home}/broadcasts`,
    'a draft': `${home}/broadcasts/${things.draft}`,
    'a broadcast': `${home}/broadcasts/${things.broadcast}`,
    'a part of a broadcast': `${home}/broadcasts/${things.broadcast}?status=suppressed`,
    automations: `${home}/automations`,
    'an automation': `${home}/automations/${things.automation}`,
    'a new automation': `${home}/automations/new`,
    'an automation being edited': `${home}/automations/${things.draftAutomation}/edit`,
    'an automation that has begun, to be edited': `${home}/automations/${things.automation}/edit`,
    'an automation in draft': `${home}/automations/${things.draftAutomation}`,
  };
}
