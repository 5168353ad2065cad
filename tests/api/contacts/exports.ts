import type { Engine } from '../../support/engines.ts';
import { fetchText } from '../../support/fixtures/contact-files.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

/** A server on which each test has a tenant of its own, and exports of its contacts. */
export function useExports(engine: Engine) {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);

  const upsert = async (email: string, change: object = {}) =>
    (await tenant.call('POST', '/v1/contacts', { body: { email, ...change } })).body;
  const show = async (id: string) => (await tenant.call('GET', `/v1/contacts/exports/${id}`)).body;
  const begin = async (): Promise<string> => (await tenant.call('POST', '/v1/contacts/export')).body.export_id;
  const run = () => server.run('export');
  const finish = async () => {
    const id = await begin();
    await run();
    return show(id);
  };
  const download = (id: string, query = '', whose = tenant) => fetchText(`${server.url}/v1/contacts/exports/${id}/download${query}`, whose);
  const rowOf = (id: string) =>
    server.app.db.write.selectFrom('contact_exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const blobs = async () =>
    (await server.app.db.read.selectFrom('blobs').select('key').where('tenant_id', '=', tenant.id).execute()).length;

  return { server, tenant, upsert, show, begin, run, finish, download, rowOf, blobs };
}
