import type { Engine } from '../../support/engines.ts';
import { useNewTenant, useServer } from '../../support/posthorn.ts';

export const MAIL = { id: 'hi', type: 'send_email', subject: 'Hi', text_body: 'Hi {{ email }}' };
export const WAIT = { id: 'w', type: 'wait', seconds: 3600 };

/** A server on which each test has a tenant of its own, and calls about its automations. */
export function useAutomations(engine: Engine) {
  const server = useServer(engine, { CLOCK: 'virtual', ROLE: 'api' });
  const tenant = useNewTenant(server);

  const post = (path: string, body: unknown = {}) => tenant.call('POST', `/v1/automations${path}`, { body });
  const create = (body: object = {}) => post('', { name: 'Welcome', trigger_kind: 'contact_created', ...body });
  const created = async (body: object = {}) => (await create(body)).body;
  const patch = (id: string, body: object) => tenant.call('PATCH', `/v1/automations/${id}`, { body });
  const get = (id: string) => tenant.call('GET', `/v1/automations/${id}`);
  const audience = async () => (await tenant.call('POST', '/v1/audiences', { body: { name: 'Readers' } })).body.id as string;
  const activate = async (body: object) => {
    const { id } = await created({ from_domain_id: tenant.domain.id, ...body });
    return post(`/${id}/activate`);
  };

  return { server, tenant, post, create, created, patch, get, audience, activate };
}
