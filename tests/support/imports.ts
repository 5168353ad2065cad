import { postFile } from './contact-files.ts';
import type { TestServer, TestTenant } from './server.ts';

/** A file of contacts `n0@…`, `n1@…`, with their number as a column. */
export const file = (count: number, from = 0) =>
  `email,n\n${Array.from({ length: count }, (_, n) => `n${from + n}@example.net,${from + n}\n`).join('')}`;

/** What the tests of imports say. */
export function importsOf(server: TestServer, tenant: TestTenant) {
  const show = async (id: string) => (await tenant.call('GET', `/v1/contacts/imports/${id}`)).body;
  const run = () => server.run('import');
  async function upload(content: string | Buffer, name?: string): Promise<string> {
    const { status, body } = await postFile(server, tenant, content, name);
    if (status !== 202) throw new Error(JSON.stringify(body));
    return body.import_id;
  }
  return {
    upload,
    show,
    run,
    /** Runs an import to its end; returns what became of it. */
    async runAll(content: string | Buffer) {
      const id = await upload(content);
      while ((await show(id)).completed_at === null) await run();
      return show(id);
    },
    contacts: async () => (await tenant.call('GET', '/v1/contacts?limit=100')).body.data,
    /** What was announced of the tenant's contacts and imports. */
    async announced() {
      const rows = await server.app.db.read
        .selectFrom('events')
        .select(['type', 'data', 'contact_id'])
        .where('tenant_id', '=', tenant.id)
        .where('message_id', 'is', null)
        .execute();
      return rows.map(({ type, data, contact_id }) => ({ type, contact_id, ...JSON.parse(data) }));
    },
    /** How many files are kept of the tenant. */
    blobs: async () => (await server.app.db.read.selectFrom('blobs').select('key').where('tenant_id', '=', tenant.id).execute()).length,
  };
}

export type Imports = ReturnType<typeof importsOf>;
