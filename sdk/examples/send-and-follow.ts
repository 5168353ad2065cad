// Sends an email with an attachment and waits until it has gone out.
//   POSTHORN_URL=… POSTHORN_API_KEY=… POSTHORN_FROM=… node send-and-follow.ts ada@example.net
import { Posthorn, PosthornError } from '@posthorn/sdk';

const { POSTHORN_URL = 'http://127.0.0.1:3000', POSTHORN_API_KEY = '', POSTHORN_FROM = '' } = process.env;
const [to = 'ada@example.net'] = process.argv.slice(2);

const posthorn = new Posthorn({ baseUrl: POSTHORN_URL, apiKey: POSTHORN_API_KEY });

try {
  const file = new File(['one,two\n'], 'numbers.csv', { type: 'text/csv' });
  const { storage_key } = await posthorn.attachments.upload(file);
  const sent = await posthorn.email.send({
    from: POSTHORN_FROM,
    to: [to],
    subject: 'Your numbers',
    text_body: 'They are attached.',
    tags: { example: 'send-and-follow' },
    attachments: [{ filename: 'numbers.csv', storage_key }],
  });

  let message = await posthorn.messages.get(sent.message_id);
  while (['queued', 'sending'].includes(message.status)) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    message = await posthorn.messages.get(sent.message_id);
  }

  for await (const { id, status } of posthorn.messages.iterate({ tag_key: 'example' })) console.log(id, status);
} catch (error) {
  if (!(error instanceof PosthornError) || !error.is('from_domain_not_verified')) throw error;
  console.error(`${error.fields.from} is no verified domain of yours`);
  process.exitCode = 1;
}
