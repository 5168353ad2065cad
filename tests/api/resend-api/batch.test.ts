import { Resend } from 'resend';
import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('/resend batch.send through the official client on $name', (engine) => {
  let resend: Resend;

  const mail = (change: object = {}) => ({ from: tenant.from, to: 'a@example.net', subject: 'Hello', html: '<p>Hi</p>', ...change });
  const subjects = async () =>
    (await tenant.call('GET', '/v1/messages?limit=100')).body.data.map(({ subject }: { subject: string }) => subject);

  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });
  beforeAll(async () => {
    resend = new Resend(tenant.key, { baseUrl: `${server.url}/resend` });
  });

  it('sends all, and answers their ids in order', async () => {
    const { data, error } = await resend.batch.send([mail({ subject: 'first' }), mail({ subject: 'second' })]);
    expect(error).toBeNull();
    expect(data).toEqual({ data: [{ id: expect.stringMatching(/^msg_/) }, { id: expect.stringMatching(/^msg_/) }] });
    expect((await subjects()).slice(0, 2)).toEqual(['second', 'first']);
  });

  it.each([
    ['cannot be read', { to: undefined }, 'missing_required_field', 'emails[1]: to is required.'],
    ['is wrong', { to: 'nobody' }, 'validation_error', expect.stringMatching(/^emails\[1\]: to\[0\]: /)],
    [
      'is from a domain that is not verified',
      { from: 'a@elsewhere.example.org' },
      'validation_error',
      expect.stringMatching(/^emails\[1\]/),
    ],
  ])('sends nothing where one %s', async (_, change, name, message) => {
    const before = await subjects();
    const { data, error } = await resend.batch.send([mail({ subject: 'held' }), mail(change)], { idempotencyKey: 'strict' });
    expect(data).toBeNull();
    expect(error).toEqual({ statusCode: 422, name, message });
    expect(await subjects()).toEqual(before);
  });

  it('sends what is right of a permissive batch, and names the rest by their place', async () => {
    const emails = [mail({ to: undefined }), mail({ subject: 'right' }), mail({ to: 'nobody' }), mail({ topicId: 'top_1' })];
    const { data, error } = await resend.batch.send(emails, { batchValidation: 'permissive' });
    expect(error).toBeNull();
    expect(data).toEqual({
      data: [{ id: expect.stringMatching(/^msg_/) }],
      errors: [
        { index: 0, message: 'to is required.' },
        { index: 2, message: expect.stringMatching(/^to\[0\]: /) },
        { index: 3, message: expect.stringMatching(/^topic_id: /) },
      ],
    });
    expect((await subjects())[0]).toBe('right');
    const faultless = await resend.batch.send([mail()], { batchValidation: 'permissive' });
    expect(faultless.data).toEqual({ data: [{ id: expect.stringMatching(/^msg_/) }], errors: [] });
  });

  it('answers an earlier key again', async () => {
    const first = await resend.batch.send([mail({ subject: 'once' })], { idempotencyKey: 'batch-1' });
    const second = await resend.batch.send([mail({ subject: 'once' })], { idempotencyKey: 'batch-1' });
    expect(first.error).toBeNull();
    expect(second.data).toEqual(first.data);
    expect((await subjects()).filter((subject: string) => subject === 'once')).toHaveLength(1);
  });

  it('refuses an empty batch, one of more than 100, and what is no list', async () => {
    for (const emails of [[], Array.from({ length: 101 }, () => mail())]) {
      expect((await resend.batch.send(emails)).error).toMatchObject({ statusCode: 422, name: 'validation_error' });
    }
    const unreadable = Array.from({ length: 101 }, () => mail({ to: undefined }));
    expect((await resend.batch.send(unreadable)).error).toMatchObject({
      name: 'validation_error',
      message: expect.stringContaining('too many'),
    });
    for (const [body, statusCode] of [
      ['{', 400],
      ['7', 400],
      ['{"emails":7}', 422],
    ] as const) {
      const answer = await tenant.call('POST', '/resend/emails/batch', { body });
      expect(answer).toMatchObject({ status: statusCode, body: { statusCode, name: 'validation_error' } });
    }
    const message = 'emails[0]: An email is an object.';
    expect(await tenant.call('POST', '/resend/emails/batch', { body: [7] })).toMatchObject({ status: 422, body: { message } });
  });
});
