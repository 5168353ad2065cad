import type { TestServer, TestTenant } from './server.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const mail = (id: string, more: object = {}) => ({ id, type: 'send_email', subject: `Subject ${id}`, text_body: 'Hi', ...more });
export const wait = (id: string, seconds: number) => ({ id, type: 'wait', seconds });

/** What the tests of running automations say. */
export function automationsOf(server: Pick<TestServer, 'admin' | 'run'>, tenant: TestTenant) {
  const post = (path: string, body: object = {}) => tenant.call('POST', `/v1${path}`, { body });
  const get = async (path: string) => (await tenant.call('GET', `/v1${path}`)).body;

  async function created(path: string, body: object) {
    const answer = await post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  return {
    post,
    get,
    contact: async (email: string, more: object = {}): Promise<string> => (await created('/contacts', { email, ...more })).id,
    audience: async (): Promise<string> => (await created('/audiences', { name: 'Readers' })).id,
    /** An active automation's id. */
    async active(steps: readonly object[], more: object = {}): Promise<string> {
      const { id } = await created('/automations', {
        name: 'x',
        trigger_kind: 'contact_created',
        from_domain_id: tenant.domain.id,
        steps,
        ...more,
      });
      const { status, body } = await post(`/automations/${id}/activate`);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return id;
    },
    automation: (id: string) => get(`/automations/${id}`),
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers by the paths that they assert
    enrollments: async (id: string): Promise<any[]> => (await get(`/automations/${id}/enrollments?limit=100`)).data,
    /** The newest enrollment of an automation. */
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers by the paths that they assert
    newest: async (id: string): Promise<any> => (await get(`/automations/${id}/enrollments?limit=1`)).data[0],
    /** Subjects of the tenant's messages, oldest first. */
    subjects: async (): Promise<string[]> =>
      (await get('/messages?limit=100')).data.toReversed().map(({ subject }: { subject: string }) => subject),
    /** Messages of the tenant, oldest first. */
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers by the paths that they assert
    messages: async (): Promise<any[]> => (await get('/messages?limit=100')).data.toReversed(),
    run: () => server.run('automations'),
    dispatch: () => server.run('dispatch'),
    async advance(ms: number): Promise<void> {
      await server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
    },
    /** Something that a provider tells of a message. */
    async happens(messageId: string, type: 'delivery' | 'open' | 'click' | 'bounce'): Promise<void> {
      const { to } = await get(`/messages/${messageId}`);
      const data = type === 'bounce' ? { class: 'soft' } : {};
      const { status, body } = await server.admin('POST', '/admin/provider-events', {
        body: { message_id: messageId, type, recipients: to, data },
      });
      if (status !== 202) throw new Error(JSON.stringify(body));
    },
  };
}

export type Automations = ReturnType<typeof automationsOf>;
