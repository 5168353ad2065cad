import { describe, expect, it } from 'vitest';
import type { MessageState, Recipient } from '../message.ts';
import { type AttemptReport, applyAttempt, type Outcome } from './apply-attempt.ts';

const recipient = (email: string, status: Recipient['status'] = 'pending'): Recipient => ({
  email,
  address: email,
  name: null,
  kind: 'to',
  status,
  detail: null,
  updatedAt: 1,
});

const sending = (...recipients: Recipient[]): MessageState => ({
  status: 'sending',
  recipients,
  sentAt: null,
  providerMessageId: null,
  dueAt: null,
});

const report = (type: AttemptReport['type'], ...recipients: string[]): AttemptReport => ({
  type,
  recipients,
  detail: type,
  data: { said: type },
});

const outcome = (reports: AttemptReport[], retryAt: number | null = 500): Outcome => ({ reports, providerMessageId: 'p1', retryAt });

const statuses = ({ recipients }: MessageState) => recipients.map(({ status }) => status);

describe('applyAttempt', () => {
  it('is sent when every recipient was accepted', () => {
    const { state, events } = applyAttempt(sending(recipient('a'), recipient('b')), outcome([report('sent', 'a', 'b')]), 100);
    expect(state).toMatchObject({ status: 'sent', sentAt: 100, providerMessageId: 'p1', dueAt: null });
    expect(events).toEqual([{ type: 'sent', recipients: ['a', 'b'], data: { said: 'sent' } }]);
  });

  it('is sent when one was accepted and another refused for good, which fails that one alone', () => {
    const { state, events } = applyAttempt(
      sending(recipient('a'), recipient('b')),
      outcome([report('sent', 'a'), report('bounce', 'b')]),
      100,
    );
    expect(state).toMatchObject({ status: 'sent', dueAt: null });
    expect(statuses(state)).toEqual(['sent', 'bounced']);
    expect(events.map(({ type }) => type)).toEqual(['sent', 'bounce']);
  });

  it('is failed with bounces only when all were refused', () => {
    const { state, events } = applyAttempt(
      sending(recipient('a'), recipient('b')),
      outcome([report('bounce', 'a'), report('bounce', 'b')]),
      100,
    );
    expect(state).toMatchObject({ status: 'failed', sentAt: null, dueAt: null });
    expect(events.map(({ type }) => type)).toEqual(['bounce', 'bounce']);
  });

  it('waits in queued when all were put off, and tells of the first delay only', () => {
    const first = applyAttempt(sending(recipient('a')), outcome([report('delivery_delayed', 'a')]), 100);
    expect(first.state).toMatchObject({ status: 'queued', dueAt: 500 });
    expect(first.events.map(({ type }) => type)).toEqual(['delivery_delayed']);
    const second = applyAttempt({ ...first.state, status: 'sending' }, outcome([report('delivery_delayed', 'a')], 900), 600);
    expect(second.state).toMatchObject({ status: 'queued', dueAt: 900 });
    expect(second.events).toEqual([]);
  });

  it('stays sent while it tries on for those that were put off', () => {
    const first = applyAttempt(
      sending(recipient('a'), recipient('b')),
      outcome([report('sent', 'a'), report('delivery_delayed', 'b')]),
      100,
    );
    expect(first.state).toMatchObject({ status: 'sent', dueAt: 500, sentAt: 100 });
    const second = applyAttempt(first.state, outcome([report('sent', 'b')]), 600);
    expect(second.state).toMatchObject({ status: 'sent', dueAt: null, sentAt: 100 });
    expect(second.events).toEqual([{ type: 'sent', recipients: ['b'], data: { said: 'sent' } }]);
  });

  it('is failed when the last open recipient failed and none was ever accepted', () => {
    const state = sending(recipient('a', 'bounced'), recipient('b', 'delayed'));
    const { state: next } = applyAttempt(state, outcome([report('failed', 'b')], null), 100);
    expect(next).toMatchObject({ status: 'failed', dueAt: null });
    expect(statuses(next)).toEqual(['bounced', 'failed']);
  });

  it('changes nothing of recipients that are settled', () => {
    const state = sending(recipient('a', 'bounced'), recipient('b'));
    const { state: next, events } = applyAttempt(state, outcome([report('sent', 'a', 'b')]), 100);
    expect(statuses(next)).toEqual(['bounced', 'sent']);
    expect(events).toEqual([{ type: 'sent', recipients: ['b'], data: { said: 'sent' } }]);
  });
});
