import { createPrivateKey, sign } from 'node:crypto';
import type { SnsMessage } from '@posthorn/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { type Certificate, createCertificate } from '../../../tests/support/fakes/certificate.ts';
import { startTenancy, type Tenancy } from '../../../tests/support/tenancy/tenancy.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { createHooks } from '../core/hooks.ts';
import { insertMany } from '../db/dialect.ts';
import type { MessageRow } from '../db/schema.ts';
import { eventsRecorded, type MessageEvent } from '../events/index.ts';
import { readSesNotification } from '../reports/ses.ts';
import { takeSns } from './take-sns.ts';
import { toFeedbackReport } from './to-feedback-report.ts';
import { createSnsCertificates } from './verify-sns.ts';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:ses';
const CERT_URL = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem';
const SUBSCRIBE_URL = `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=t`;

describe.each(engines)('notifications of Amazon SES on $name', (engine) => {
  let tenancy: Tenancy;
  let certificate: Certificate;
  let take: (message: SnsMessage) => ReturnType<typeof takeSns>;
  let message: MessageRow;
  let recorded: MessageEvent[];
  let fetched: string[];

  beforeAll(async () => {
    certificate = await createCertificate();
    tenancy = await startTenancy(engine, { SES_TOPIC_ARNS: TOPIC });
    const row = {
      tenant_id: await tenancy.tenant(),
      created_at: 1,
      updated_at: 1,
      status: 'sent',
      stream: 'transactional',
      from_address: 'a@b.c',
      domain_id: 'd',
      subject: '',
      tags: '{}',
      template_alias: null,
      template_version: null,
      test_mode: 0 as const,
      track_opens: 0 as const,
      track_clicks: 0 as const,
      body_id: 'b',
      scheduled_at: null,
      sent_at: 1,
      broadcast_id: null,
      automation_id: null,
      contact_id: null,
      due_at: null,
      claim_job: null,
      claim_attempt: null,
      claim_expires_at: null,
      attempts: 1,
      charge: 1,
      first_attempt_at: 1,
    };
    const recipient = {
      email: 'a@example.net',
      address: 'a@example.net',
      name: null,
      kind: 'to',
      status: 'sent',
      detail: null,
      updatedAt: 1,
    };
    message = { ...row, id: 'msg_ses', position: 1000, recipients: JSON.stringify([recipient]), provider_message_id: 'ses-1' };
  });
  beforeEach(async () => {
    await tenancy.app.db.transact(async (trx) => {
      await trx.deleteFrom('messages').execute();
      await insertMany(trx, 'messages', [message]);
    });
    recorded = [];
    const app = { ...tenancy.app, hooks: createHooks() };
    app.hooks.on(eventsRecorded, async (_trx, events) => void recorded.push(...events));
    fetched = [];
    const fetchText = async (url: string) => {
      fetched.push(url);
      return certificate.cert;
    };
    const parts = { app, fetchText, certificates: createSnsCertificates(fetchText) };
    take = (given) => takeSns(parts, given);
  });
  afterAll(() => tenancy.close());

  const signed = (change: Partial<SnsMessage>, version = '2'): SnsMessage => {
    const message: SnsMessage = {
      Type: 'Notification',
      MessageId: 'm-1',
      TopicArn: TOPIC,
      Message: '{}',
      Timestamp: '2027-01-01T00:00:00.000Z',
      SignatureVersion: version,
      SigningCertURL: CERT_URL,
      Signature: '',
      ...change,
    };
    const names =
      message.Type === 'Notification'
        ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
        : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
    const text = names.flatMap((name) => (message[name] === undefined ? [] : `${name}\n${message[name]}\n`)).join('');
    const signature = sign(version === '1' ? 'sha1' : 'sha256', Buffer.from(text), createPrivateKey(certificate.key));
    return { ...message, Signature: signature.toString('base64') };
  };
  const notify = (notification: object, messageId = 'ses-1') =>
    take(signed({ Message: JSON.stringify({ mail: { messageId, destination: ['a@example.net'] }, ...notification }) }));
  const told = () => recorded.map(({ messageId, type, recipients, data }) => [messageId, type, recipients, data]);

  it.each([
    ['Permanent', 'General', 'hard'],
    ['Permanent', 'NoEmail', 'hard'],
    ['Permanent', 'Unsubscribed', 'policy'],
    ['Transient', 'MailboxFull', 'soft'],
    ['Transient', 'ContentRejected', 'policy'],
    ['Undetermined', 'Undetermined', 'soft'],
  ])('take a bounce %s/%s for a %s one', async (bounceType, bounceSubType, cls) => {
    const bounce = { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: 'A@example.net', diagnosticCode: 'smtp; 550 no' }] };
    expect(await notify({ notificationType: 'Bounce', bounce })).toBe(1);
    expect(told()).toEqual([['msg_ses', 'bounce', ['a@example.net'], { class: cls, code: null, diagnostic: 'smtp; 550 no' }]]);
  });

  it.each([
    ['failed', true],
    ['delayed', false],
    [undefined, false],
  ])('read a bounce for final where the receiving server said %s', (action, final) => {
    const bounce = {
      bounceType: 'Transient',
      bounceSubType: 'MailboxFull',
      bouncedRecipients: [{ emailAddress: 'a@example.net', action }],
    };
    const events = readSesNotification(JSON.stringify({ mail: { messageId: 'ses-1' }, notificationType: 'Bounce', bounce }));
    expect(events.map(toFeedbackReport)).toMatchObject([{ type: 'bounce', final }]);
  });

  it('take deliveries and complaints', async () => {
    expect(await notify({ eventType: 'Delivery', delivery: { recipients: ['a@example.net'] } })).toBe(1);
    expect(await notify({ eventType: 'Complaint', complaint: { complainedRecipients: [{ emailAddress: 'a@example.net' }] } })).toBe(1);
    expect(told().map(([, type, recipients]) => [type, recipients])).toEqual(
      ['delivery', 'complaint'].map((type) => [type, ['a@example.net']]),
    );
  });

  it('read delays, rejections and sends', () => {
    const read = (notification: object) =>
      readSesNotification(JSON.stringify({ mail: { messageId: 'ses-1', destination: ['a@example.net'] }, ...notification }));
    const delay = { delayType: 'MailboxFull', delayedRecipients: [{ emailAddress: 'a@example.net' }] };
    const events = [
      ...read({ eventType: 'DeliveryDelay', deliveryDelay: delay }),
      ...read({ eventType: 'Reject', reject: { reason: 'Bad content' } }),
      ...read({ eventType: 'Send', send: {} }),
    ];
    expect(events.map(({ type, recipients }) => [type, recipients])).toEqual(
      ['delivery_delayed', 'failed', 'sent'].map((type) => [type, ['a@example.net']]),
    );
  });

  it('are believed by either signature, with one look at the certificate', async () => {
    expect(await take(signed({ Subject: 'x' }, '1'))).toBe(0);
    expect(await take(signed({ Subject: 'x' }, '2'))).toBe(0);
    expect(fetched).toEqual([CERT_URL]);
  });

  it.each([
    ['a changed message', { Message: '{"changed":1}' }],
    ['another topic', { TopicArn: 'arn:aws:sns:eu-west-1:999999999999:ses' }],
    ['no signature', { Signature: '' }],
    ['an unknown kind of signature', { SignatureVersion: '3' }],
  ])('are refused with %s', async (_what, change) => {
    expect(await take({ ...signed({}), ...change })).toMatchObject({ code: 'unauthorized' });
  });

  it.each([
    'http://sns.eu-west-1.amazonaws.com/a.pem',
    'https://sns.eu-west-1.amazonaws.com.evil.example/a.pem',
    'https://evil.example/sns.eu-west-1.amazonaws.com/a.pem',
    'https://sns.eu-west-1.amazonaws.com:8443/a.pem',
    'https://sns.eu-west-1.amazonaws.com@127.0.0.1/a.pem',
    'https://127.0.0.1/a.pem',
    'https://sns.eu-west-1.amazonaws.com/a.txt',
    'nonsense',
  ])('never have us ask %s', async (SigningCertURL) => {
    expect(await take(signed({ SigningCertURL }))).toMatchObject({ code: 'unauthorized' });
    expect(fetched).toEqual([]);
  });

  it('confirm the subscription to a topic that we were told of', async () => {
    const Message = 'You have chosen to subscribe';
    expect(await take(signed({ Type: 'SubscriptionConfirmation', Message, Token: 't', SubscribeURL: SUBSCRIBE_URL }))).toBe(0);
    expect(fetched).toEqual([CERT_URL, SUBSCRIBE_URL]);
    fetched.length = 0;
    await take(signed({ Type: 'SubscriptionConfirmation', Message, Token: 't', SubscribeURL: 'https://127.0.0.1/' }));
    expect(fetched).toEqual([]);
  });

  it('are not taken where the operator has named no topic', async () => {
    const app = { ...tenancy.app, config: { ...tenancy.app.config, SES_TOPIC_ARNS: undefined } };
    const fetchText = async () => certificate.cert;
    const answer = await takeSns({ app, fetchText, certificates: createSnsCertificates(fetchText) }, signed({}));
    expect(answer).toBeInstanceOf(ApiError);
    expect(answer).toMatchObject({ code: 'not_found' });
  });
});
