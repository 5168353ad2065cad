import { type Fetch, Posthorn, PosthornError, verifyWebhook, WebhookSignatureError } from '@posthorn/sdk';

export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly from: string;
  /** A webhook and what it was signed with. */
  readonly hook: { readonly body: string; readonly signature: string; readonly secret: string };
}

async function caught(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise;
  } catch (error) {
    return error;
  }
}

async function verify({ body, signature, secret }: Settings['hook']) {
  const headers = new Headers({ 'X-Webhook-Signature': signature });
  const { type } = await verifyWebhook(body, headers, secret);
  return [type, (await caught(verifyWebhook(`${body} `, headers, secret))) instanceof WebhookSignatureError];
}

const neverAnswers: Fetch = (_, { signal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** Does a little of everything that may differ between runtimes: sends, uploads, downloads, lists, fails, ends early. */
export async function tryOut({ baseUrl, apiKey, from, hook }: Settings) {
  const { email, attachments, messages } = new Posthorn({ baseUrl, apiKey });
  const { storage_key } = await attachments.upload(new Blob(['one,two\n'], { type: 'text/csv' }), { filename: 'numbers.csv' });
  const file = await attachments.download(storage_key, { signal: new AbortController().signal });
  const mail = { from, to: ['delivered@posthorn.test'], text_body: 'Hi', test_mode: true };
  for (const subject of ['a', 'b', 'c']) await email.send({ ...mail, subject, attachments: [{ filename: 'numbers.csv', storage_key }] });
  const subjects: (string | null)[] = [];
  for await (const { subject } of messages.iterate({ limit: 2 })) subjects.push(subject);
  const refused = await caught(email.send({ ...mail, from: 'a@elsewhere.example', subject: 'd' }));
  const aborted = await caught(messages.list({}, { signal: AbortSignal.abort('enough') }));
  const slow = new Posthorn({ baseUrl, apiKey, fetch: neverAnswers, timeoutMs: 1, maxRetries: 0 });
  const late = await caught(slow.messages.list());
  return {
    file: await file.text(),
    subjects,
    refused: refused instanceof PosthornError && refused.is('from_domain_not_verified') && refused.fields.from,
    aborted,
    late: late instanceof Error && late.message,
    verified: await verify(hook),
  };
}
