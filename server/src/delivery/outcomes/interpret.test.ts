import { describe, expect, it } from 'vitest';
import type { RecipientReply } from '../../provider/provider.ts';
import { interpret } from './interpret.ts';

describe('a refusal once the content was seen', () => {
  const GONE = "554 delivery error: dd This user doesn't have a yahoo.com account (a@yahoo.com) [0]";
  const refused = (email: string, reply: string, given: Partial<Extract<RecipientReply, { reply: string }>> = {}): RecipientReply => ({
    email,
    outcome: 'refused',
    about: 'mail',
    afterContent: true,
    code: 554,
    reply,
    ...given,
  });
  const reportsOf = (...replies: RecipientReply[]) =>
    interpret({ replies, providerMessageId: null, inDoubt: false, brokenOff: false }, { retryAt: null, messageId: 'm' }).reports;

  it('is a hard bounce of the only recipient, where it says that the address is dead', () => {
    expect(reportsOf(refused('A@yahoo.com', GONE))).toEqual([
      { type: 'bounce', recipients: ['a@yahoo.com'], detail: GONE, data: { class: 'hard', code: 554, diagnostic: GONE } },
    ]);
    const full = refused('b@yahoo.com', '552 5.2.2 Mailbox full', { about: 'recipient', afterContent: false });
    expect(reportsOf(refused('a@yahoo.com', GONE), full).map(({ type, data }) => [type, data.class])).toEqual([
      ['bounce', 'hard'],
      ['bounce', 'soft'],
    ]);
  });

  it('fails the mail where it is for several, or speaks of anything else, or came before any recipient', () => {
    expect(reportsOf(refused('a@yahoo.com', GONE), refused('b@yahoo.com', GONE))).toMatchObject([{ type: 'failed' }]);
    expect(reportsOf(refused('a@yahoo.com', '554 5.7.9 Message not accepted for policy reasons'))).toMatchObject([{ type: 'failed' }]);
    expect(reportsOf(refused('a@yahoo.com', '550 No such user here'))).toMatchObject([{ type: 'failed' }]);
    expect(reportsOf(refused('a@yahoo.com', '550 5.1.1 Address not found', { afterContent: false }))).toMatchObject([{ type: 'failed' }]);
  });
});
