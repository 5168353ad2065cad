import type { Answer } from './server.ts';

export interface UploadFile {
  readonly name?: string;
  readonly type?: string;
  readonly content: string | Buffer;
}

const form = ({ name = 'a.txt', type = 'text/plain', content }: UploadFile) => {
  const data = new FormData();
  data.append('file', new Blob([new Uint8Array(Buffer.from(content))], { type }), name);
  return data;
};

async function post(url: string, headers: Record<string, string>, body: FormData | string): Promise<Answer> {
  const response = await fetch(`${url}/v1/attachments`, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Uploads a file with a key. */
export const upload = (url: string, key: string, file: UploadFile): Promise<Answer> =>
  post(url, { Authorization: `Bearer ${key}` }, form(file));

/** Uploads the text of a form as it is; its boundary is `X`. */
export const uploadRaw = (url: string, key: string, text: string): Promise<Answer> =>
  post(url, { Authorization: `Bearer ${key}`, 'Content-Type': 'multipart/form-data; boundary=X' }, text);

export interface Downloaded {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Asks for the bytes of a storage key with a key. */
export async function download(url: string, key: string, storageKey: string): Promise<Downloaded> {
  const response = await fetch(`${url}/attachments/${storageKey}`, { headers: { Authorization: `Bearer ${key}` } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
