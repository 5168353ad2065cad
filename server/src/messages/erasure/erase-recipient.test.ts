import { describe, expect, it } from 'vitest';
import type { MessageState, Recipient } from '../message.ts';
import { eraseRecipient } from './erase-recipient.ts';

const GONE = 'gone@example.net';

const recipient = (email: string, status: Recipient['status'] = 'pending', kind: Recipient['kind'] = 'to'): Recipient => ({
  email,
  address: email.toUpperCase(),
  name: 'A Name',
  kind,
  status,
  detail: `<${email.toUpperCase()}> said`,
  updatedAt: 1,
});

const message = (status: MessageState['status'], ...recipients: Recipient[]): MessageState => ({
  status,
  recipients,
  sentAt: null,
  providerMessageId: null,
  dueAt: 7,
});

const statuses = ({ recipients }: MessageState) => recipients.map(({ status }) => status);

describe('eraseRecipient', () => {
  it('blanks the address, the name and what quotes it, and no one else', () => {
    const { state } = eraseRecipient(message('sent', recipient(GONE, 'sent'), recipient('b@example.net', 'sent')), GONE, 100);
    expect(state.recipients[0]).toEqual({ ...recipient('', 'sent'), name: null, detail: '<> said' });
    expect(state.recipients[1]).toEqual(recipient('b@example.net', 'sent'));
  });

  it('leaves the states of mail that is done', () => {
    for (const status of ['sent', 'failed', 'cancelled', 'suppressed'] as const) {
      const done = message(status, recipient(GONE, 'delivered'), recipient('b@example.net', 'bounced'));
      const { state, suppressed, settled } = eraseRecipient(done, GONE, 100);
      expect({ ...state, recipients: statuses(state), suppressed, settled }).toEqual({
        ...done,
        recipients: ['delivered', 'bounced'],
        suppressed: [],
        settled: false,
      });
    }
  });

  it('leaves a cancelled message cancelled, whose recipients were never tried', () => {
    const { state, settled } = eraseRecipient(message('cancelled', recipient(GONE)), GONE, 100);
    expect([state.status, ...statuses(state), settled]).toEqual(['cancelled', 'pending', false]);
  });

  it.each(['queued', 'scheduled', 'sending'] as const)('ends a message to nobody else that is %s', (status) => {
    const { state, suppressed, settled } = eraseRecipient(message(status, recipient(GONE)), GONE, 100);
    expect(state).toMatchObject({ status: 'suppressed', dueAt: null, recipients: [{ status: 'suppressed', updatedAt: 100 }] });
    expect([suppressed, settled]).toEqual([[''], true]);
  });

  it('lets the mail go on to the others', () => {
    const { state, suppressed, settled } = eraseRecipient(message('queued', recipient(GONE), recipient('b@example.net')), GONE, 100);
    expect([state.status, state.dueAt, ...statuses(state)]).toEqual(['queued', 7, 'suppressed', 'pending']);
    expect([suppressed, settled]).toEqual([[''], false]);
  });

  it('holds back the whole where no to remains', () => {
    const { state, suppressed } = eraseRecipient(
      message('scheduled', recipient(GONE), recipient('b@example.net', 'pending', 'cc')),
      GONE,
      100,
    );
    expect([state.status, ...statuses(state)]).toEqual(['suppressed', 'suppressed', 'suppressed']);
    expect(suppressed).toEqual(['', 'b@example.net']);
  });

  it('lets a copy go on that a worker is just handing over', () => {
    const { state, settled } = eraseRecipient(message('sending', recipient(GONE), recipient('b@example.net', 'pending', 'cc')), GONE, 100);
    expect([state.status, ...statuses(state), settled]).toEqual(['sending', 'suppressed', 'pending', false]);
  });

  it('takes the status that the others have led to', () => {
    const delayed = recipient(GONE, 'delayed');
    const sent = eraseRecipient(message('sent', delayed, recipient('b@example.net', 'sent')), GONE, 100);
    expect(sent).toMatchObject({ settled: true, state: { status: 'sent', dueAt: null } });
    const failed = eraseRecipient(message('queued', delayed, recipient('b@example.net', 'bounced')), GONE, 100);
    expect(failed).toMatchObject({ settled: true, state: { status: 'failed', dueAt: null } });
  });
});
