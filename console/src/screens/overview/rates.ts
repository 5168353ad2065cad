import type { Stats } from '@posthorn/sdk';

type Totals = Stats['totals'];
export type Judgement = 'good' | 'warn' | 'error' | 'idle';
export type RateName = 'bounces' | 'complaints';

interface Rule {
  of(totals: Totals): number;
  /** From here on it becomes a problem. */
  readonly watch: number;
  /** From here on mail is refused. */
  readonly act: number;
}

/**
 * Complaints: Gmail and Yahoo require bulk senders to stay below 0.1 % and never reach 0.3 %. Invalid addresses: services such as Amazon
 * SES act against a sender from 5 % on, and a sender with clean lists does not reach 2 %.
 */
export const RULES: Readonly<Record<RateName, Rule>> = {
  bounces: { of: ({ bounced_hard }) => bounced_hard, watch: 0.02, act: 0.05 },
  complaints: { of: ({ complained }) => complained, watch: 0.001, act: 0.003 },
};

/** Minimum number of mails for a rate: with fewer, a single one would weigh too much. */
const ENOUGH = 100;

export interface Rate {
  readonly name: RateName;
  /** As a fraction of the mail sent. */
  readonly share: number;
  readonly judgement: Judgement;
}

/** Returns the rates that receivers hold against a sender, of the mail sent in a period. */
export function ratesOf(totals: Totals): readonly Rate[] {
  // Safe because the table has only these keys.
  return (Object.keys(RULES) as RateName[]).map((name) => {
    const { of, watch, act } = RULES[name];
    const share = totals.sent === 0 ? 0 : of(totals) / totals.sent;
    const judgement = totals.sent < ENOUGH ? 'idle' : share >= act ? 'error' : share >= watch ? 'warn' : 'good';
    return { name, share, judgement };
  });
}
