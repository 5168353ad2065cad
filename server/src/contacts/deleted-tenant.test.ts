import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../tests/support/posthorn.ts';
import { listContacts } from './store.ts';
import { upsertContact, upsertContacts } from './upsert-contacts.ts';

describe.each(engines)('contacts of a tenant that was deleted after its key was looked up on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api' });
  const tenant = useTenant(server);
  beforeAll(async () => {
    await server.admin('DELETE', `/admin/tenants/${tenant.id}`);
  });

  const email = 'late@example.net';
  const requests = {
    'POST /v1/contacts': () => upsertContact(server.app, tenant.id, { email, attributes: {}, status: undefined }),
    'POST /v1/contacts/batch': () => upsertContacts(server.app, tenant.id, [{ email }]),
  };

  it.each(Object.entries(requests))('%s is unauthorized, and writes nothing', async (_, request) => {
    expect(await request()).toMatchObject({ code: 'unauthorized' });
    expect(await listContacts(server.app.db.read, tenant.id, { limit: 1 })).toEqual([]);
  });
});
