import type { Answer, TestServer, TestTenant } from './server.ts';

/** Posts a form to the import, whatever it holds. */
export async function postForm({ url }: Pick<TestServer, 'url'>, { key }: TestTenant, form: FormData): Promise<Answer> {
  const response = await fetch(`${url}/v1/contacts/import`, { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body: form });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Uploads a file of contacts. */
export function postFile(
  server: Pick<TestServer, 'url'>,
  tenant: TestTenant,
  content: string | Buffer,
  name = 'contacts.csv',
): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))], { type: 'text/csv' }), name);
  return postForm(server, tenant, form);
}

/** Asks for an address with a tenant's key; the text of the answer. */
export async function fetchText(url: string, { key }: TestTenant): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
