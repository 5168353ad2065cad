import { expect, it, vi } from 'vitest';
import { startService } from './service.ts';

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
