import { describe, expect, it } from 'vitest';
import { classifyRefusal } from './bounce-class.ts';

describe('classifyRefusal', () => {
  it.each([
    [550, '550 5.1.1 The email account that you tried to reach does not exist', 'hard'],
    [550, '550 5.1.1 <a@b.c>: Recipient address rejected: User unknown', 'hard'],
    [550, '550 No such user here', 'hard'],
    [550, '550 5.1.10 RESOLVER.ADR.RecipientNotFound', 'hard'],
    [550, '550 Requested action not taken', 'hard'],
    [552, '552 5.2.2 Mailbox full', 'soft'],
    [552, '552 mailbox full, quota exceeded', 'soft'],
    [550, '550 5.7.1 Message rejected due to spam content', 'policy'],
    [554, '554 5.7.1 Relay access denied', 'policy'],
    [550, '550 blocked using a blocklist', 'policy'],
    [554, '554 Transaction failed', 'policy'],
    [552, '552 5.3.4 Message too large', 'policy'],
  ] as const)('takes %i %j for %s', (code, reply, expected) => {
    expect(classifyRefusal(code, reply)).toBe(expected);
  });
});
