import { describe, expect, it } from 'vitest';
import type { MessageState, Recipient } from '../message.ts';
import { applyReports, type FeedbackReport } from './apply-reports.ts';

const recipient = (email: string, status: Recipient['status'] = 'sent', more: Partial<Recipient> = {}): Recipient => ({
  email,
  address: email,
  name: null,
  kind: 'to',
  status,
  detail: null,
  updatedAt: 1,
  ...more,
});

const message = (recipients: readonly Recipient[], changes: Partial<MessageState> = {}): MessageState => ({
  status: 'sent',
  recipients,
  sentAt: 1,
  providerMessageId: 'p',
  dueAt: null,
  ...changes,
});

const report = (type: FeedbackReport['type'], recipients: readonly string[], data: Record<string, unknown> = {}): FeedbackReport => ({
  type,
  recipients,
  detail: 'said so',
  data,
});

const moment = { now: 9, attempted: true };
const bounce = (cls: string, ...recipients: string[]) => report('bounce', recipients, { class: cls });

/** Status of the message and of its recipients, and the events by type and recipients. */
function after(state: MessageState, reports: readonly FeedbackReport[], given = moment) {
  const applied = applyReports(state, reports, given);
  const next = applied.state ?? state;
  return {
    message: next.status,
    recipients: next.recipients.map(({ status }) => status),
    events: applied.events.map(({ type, recipients }) => [type, recipients]),
    changed: applied.state !== undefined,
  };
}

describe('a bounce that comes late', () => {
  it.each(['hard', 'policy'])('fails the message when all have bounced for good (%s)', (cls) => {
    const first = after(message([recipient('a'), recipient('b')]), [bounce(cls, 'a')]);
    expect(first).toEqual({ message: 'sent', recipients: ['bounced', 'sent'], events: [['bounce', ['a']]], changed: true });
    const both = after(message([recipient('a'), recipient('b')]), [bounce(cls, 'a'), bounce(cls, 'b')]);
    expect(both).toMatchObject({ message: 'failed', recipients: ['bounced', 'bounced'] });
  });

  it('leaves the message sent while one of them was merely full', () => {
    expect(after(message([recipient('a')]), [bounce('soft', 'a')])).toMatchObject({ message: 'sent', recipients: ['bounced'] });
    const mixed = after(message([recipient('a'), recipient('b')]), [bounce('soft', 'a'), bounce('hard', 'b')]);
    expect(mixed).toMatchObject({ message: 'sent', recipients: ['bounced', 'bounced'] });
  });

  it.each(['hard', 'policy', 'soft'])('fails the message when all have bounced by final reports, whatever their class (%s)', (cls) => {
    const final = { ...bounce(cls, 'a'), final: true };
    expect(after(message([recipient('a')]), [final])).toMatchObject({ message: 'failed', recipients: ['bounced'] });
    expect(after(message([recipient('a'), recipient('b')]), [final])).toMatchObject({ message: 'sent', recipients: ['bounced', 'sent'] });
    expect(after(message([recipient('a'), recipient('b', 'bounced')]), [final])).toMatchObject({ message: 'failed' });
    expect(after(message([recipient('a'), recipient('b', 'delayed')]), [final])).toMatchObject({ message: 'sent' });
  });

  it('is final once a report says so that follows one that did not, and is told once more', () => {
    const soft = bounce('soft', 'a');
    const final = { ...soft, final: true };
    const told = [
      ['bounce', ['a']],
      ['bounce', ['a']],
    ];
    expect(after(message([recipient('a')]), [soft, final, final, soft])).toMatchObject({ message: 'failed', events: told });
    expect(after(message([recipient('a')]), [final, bounce('hard', 'a')])).toMatchObject({ message: 'failed', events: told });
  });

  it('comes to the same by reports together and apart', () => {
    const reports = [{ ...bounce('soft', 'a'), final: true }, report('complaint', ['a'])];
    let state = message([recipient('a')]);
    for (const one of reports) state = applyReports(state, [one], moment).state ?? state;
    expect(state).toMatchObject({ status: 'failed', recipients: [{ status: 'complained' }] });
    expect(applyReports(message([recipient('a')]), reports, moment).state).toEqual(state);
  });

  it('outweighs one by a full mailbox that came before, once', () => {
    const hard = [bounce('soft', 'a'), bounce('hard', 'a')];
    const told = [
      ['bounce', ['a']],
      ['bounce', ['a']],
    ];
    expect(after(message([recipient('a')]), hard)).toMatchObject({ message: 'failed', recipients: ['bounced'], events: told });
    expect(after(message([recipient('a')]), [...hard, ...hard])).toMatchObject({ message: 'failed', events: told });
    expect(after(message([recipient('a')]), [bounce('soft', 'a'), bounce('soft', 'a')]).events).toHaveLength(1);
    const complaint = [bounce('soft', 'a'), report('complaint', ['a']), bounce('soft', 'a')];
    expect(after(message([recipient('a')]), complaint)).toMatchObject({ message: 'sent', recipients: ['complained'] });
    expect(after(message([recipient('a')]), [bounce('soft', 'a'), report('delivery', ['a'])]).recipients).toEqual(['bounced']);
  });

  it('follows a delivery that was reported before', () => {
    expect(after(message([recipient('a', 'delivered')]), [bounce('hard', 'a')])).toMatchObject({
      message: 'failed',
      recipients: ['bounced'],
    });
  });

  it('counts those as gone that failed or were suppressed before', () => {
    const state = message([recipient('a', 'failed'), recipient('b', 'suppressed'), recipient('c')]);
    expect(after(state, [bounce('hard', 'c')])).toMatchObject({ message: 'failed', recipients: ['failed', 'suppressed', 'bounced'] });
  });

  it('says nothing new the second time', () => {
    const { state } = applyReports(message([recipient('a'), recipient('b')]), [bounce('hard', 'a')], moment);
    expect(after(state ?? message([]), [bounce('hard', 'a')])).toMatchObject({ events: [], changed: false });
  });

  it('changes nothing for somebody who is not a recipient', () => {
    expect(after(message([recipient('a')]), [bounce('hard', 'x')])).toMatchObject({ events: [], changed: false });
  });
});

describe('a report of mail that was never about to leave', () => {
  it.each(['sent', 'delivery', 'failed', 'bounce', 'complaint'] as const)('changes nothing (%s)', (type) => {
    const state = message([recipient('a', 'pending')], { status: 'queued', sentAt: null, dueAt: 5 });
    expect(after(state, [report(type, ['a'])], { now: 9, attempted: false })).toMatchObject({ events: [], changed: false });
  });

  it.each(['cancelled', 'suppressed', 'failed'] as const)('does not bring a %s message back', (status) => {
    const state = message([recipient('a', 'suppressed')], { status });
    expect(after(state, [report('delivery', ['a']), report('complaint', ['a'])])).toMatchObject({ message: status, changed: false });
  });
});

describe('a report that overtakes the outcome of the attempt', () => {
  const sending = message([recipient('a', 'pending'), recipient('b', 'pending')], { status: 'sending', sentAt: null });

  it('tells that the mail was sent where it proves so', () => {
    const { state, events } = applyReports(sending, [report('delivery', ['a'])], moment);
    expect(events.map(({ type, recipients }) => [type, recipients])).toEqual([
      ['sent', ['a']],
      ['delivery', ['a']],
    ]);
    expect(state).toMatchObject({ status: 'sent', sentAt: 9 });
  });

  it('leaves what is still open to the worker', () => {
    expect(after(sending, [bounce('hard', 'a')])).toMatchObject({ message: 'sending', recipients: ['bounced', 'pending'] });
  });

  it('keeps the time of the next try while somebody waits for it, and no longer', () => {
    const waiting = message([recipient('a', 'delayed'), recipient('b', 'sent')], { dueAt: 700 });
    expect(applyReports(waiting, [report('delivery', ['b'])], moment).state?.dueAt).toBe(700);
    expect(applyReports(waiting, [bounce('hard', 'a')], moment).state?.dueAt).toBeNull();
  });
});

describe('a delay at the receiving side', () => {
  it('is told once and does not open the recipient again', () => {
    const { state, events } = applyReports(message([recipient('a')]), [report('delivery_delayed', ['a'])], moment);
    expect(events).toEqual([{ type: 'delivery_delayed', recipients: ['a'], data: {} }]);
    expect(state?.recipients[0]).toMatchObject({ status: 'sent', lateAtReceiver: true });
    expect(after(state ?? message([]), [report('delivery_delayed', ['a'])])).toMatchObject({ events: [], changed: false });
  });

  it('is over with the delivery', () => {
    const delayed = message([recipient('a', 'sent', { lateAtReceiver: true })]);
    const { state } = applyReports(delayed, [report('delivery', ['a'])], moment);
    expect(state?.recipients[0]).toMatchObject({ status: 'delivered' });
    expect(state?.recipients[0]).not.toHaveProperty('lateAtReceiver');
  });
});

describe('a complaint', () => {
  it('leaves the message sent', () => {
    const expected = { message: 'sent', recipients: ['complained'], events: [['complaint', ['a']]], changed: true };
    expect(after(message([recipient('a', 'delivered')]), [report('complaint', ['a'])])).toEqual(expected);
  });
});

describe('an open or a click', () => {
  it.each(['open', 'click'] as const)('is told each time and changes no state (%s)', (type) => {
    const state = message([recipient('a', 'delivered')]);
    expect(after(state, [report(type, ['a', 'x']), report(type, [])])).toEqual({
      message: 'sent',
      recipients: ['delivered'],
      events: [
        [type, ['a']],
        [type, []],
      ],
      changed: false,
    });
  });
});
