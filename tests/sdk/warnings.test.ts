import { afterEach, expect, it, vi } from 'vitest';
import { startService } from './service.ts';

afterEach(() => vi.restoreAllMocks());

it('says once in a process that fields were ignored, of what is refused too', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const service = await startService(
    { body: { data: [], next_cursor: null } },
    { status: 422, headers: { 'x-ignored-fields': 'text, emails[].colour' }, body: { error: 'validation_failed', detail: 'No.' } },
    { headers: { 'x-ignored-fields': 'text' }, body: { data: [], next_cursor: null } },
  );
  const client = service.client();
  await client.messages.list();
  expect(warn).not.toHaveBeenCalled();
  await expect(client.contacts.get('con_1')).rejects.toThrow('validation_failed');
  await client.messages.list();
  expect(warn.mock.calls).toEqual([
    ['posthorn: the service does not know these fields and has ignored them: text, emails[].colour (GET /v1/contacts/con_1)'],
  ]);
});

it('says each time that an idempotency key was used for something else', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const mismatch = { headers: { 'idempotent-mismatch': 'true' }, body: { message_id: 'msg_1' } };
  const service = await startService(mismatch, mismatch, { body: { message_id: 'msg_2' } });
  const { email } = service.client();
  const mail = { from: 'a@example.com', to: ['b@example.com'], subject: 'Hello', text_body: 'Hi' };
  for (const idempotencyKey of ['once', 'once', 'other']) await email.send(mail, { idempotencyKey });
  const words = 'posthorn: nothing was sent: an earlier request with this idempotency key had another body (POST /v1/email)';
  expect(warn.mock.calls).toEqual([[words], [words]]);
});
