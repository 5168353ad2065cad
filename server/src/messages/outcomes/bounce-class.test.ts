import { describe, expect, it } from 'vitest';
import { classifyRefusal } from './bounce-class.ts';

describe('a refusal of a recipient, heard by ourselves', () => {
  it.each([
    [550, '550 5.1.1 The email account that you tried to reach does not exist', 'hard'],
    [550, '550 5.1.1 <a@b.c>: Recipient address rejected: User unknown', 'hard'],
    [550, '550 No such user here', 'hard'],
    [550, '550 5.1.10 RESOLVER.ADR.RecipientNotFound', 'hard'],
    [550, '550 Requested action not taken', 'hard'],
    [553, '553 5.3.0 <a@b.c>... No such user here', 'hard'],
    [550, '550 5.2.1 <a@b.c>... User Unknown', 'hard'],
    [550, '550 5.2.1 The account is disabled', 'soft'],
    [552, '552 5.2.2 Mailbox full', 'soft'],
    [552, '552 mailbox full, quota exceeded', 'soft'],
    [450, '450 4.2.1 greylisted', 'soft'],
    [550, '550 5.7.1 Message rejected due to spam content', 'policy'],
    [550, '550 5.1.0 <me@d.e> sender rejected', 'policy'],
    [554, '554 5.7.1 Relay access denied', 'policy'],
    [550, '550 blocked using a blocklist', 'policy'],
    [554, '554 Transaction failed', 'policy'],
    [552, '552 5.3.4 Message too large', 'policy'],
    [550, '550 mail from 5.1.1.9 refused, access denied', 'policy'],
  ] as const)('takes %i %j for %s', (code, reply, expected) => {
    expect(classifyRefusal({ code, reply, occasion: 'rcpt' })).toBe(expected);
  });
});

describe('a refusal that somebody tells of', () => {
  it('goes by the status where the reply has no code', () => {
    expect(classifyRefusal({ code: 550, reply: '550 Unknown user', status: '5.2.0', occasion: 'report' })).toBe('soft');
    expect(classifyRefusal({ code: 550, reply: '550 refused', status: '5.1.1', occasion: 'report' })).toBe('hard');
    expect(classifyRefusal({ code: 550, reply: '550 5.7.1 refused', status: '5.1.1', occasion: 'report' })).toBe('policy');
  });

  it('does not condemn an address by words alone', () => {
    expect(classifyRefusal({ code: 550, reply: '550 no such user here', occasion: 'text' })).toBe('policy');
    expect(classifyRefusal({ code: null, reply: 'User unknown', occasion: 'text' })).toBe('soft');
    expect(classifyRefusal({ code: 550, reply: '550 no such user', status: '5.0.0', occasion: 'report' })).toBe('policy');
  });

  it('takes what was said of the content for a policy, whatever it says', () => {
    expect(classifyRefusal({ code: 550, reply: '550 unknown user', occasion: 'content' })).toBe('policy');
  });
});
