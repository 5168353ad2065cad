import type { Stats } from '@posthorn/sdk';

type Totals = Stats['totals'];
export type Judgement = 'good' | 'warn' | 'error' | 'idle';
export type RateName = 'bounces' | 'complaints';

interface Rule {
  of(totals: Totals): number;
  /** From here on it gets bad. */
  readonly watch: number;
  /** From here on mail is refused. */
  readonly act: number;
}

/**
 * Complaints: what Gmail and Yahoo ask of whoever sends in bulk, below 0.1 % and never 0.3 %. Addresses that do not work: what services
 * such as Amazon SES hold against a sender from 5 % on, and nobody who keeps his lists clean reaches at 2 %.
 */
export const RULES: Readonly<Record<RateName, Rule>> = {
  bounces: { of: ({ bounced_hard }) => bounced_hard, watch: 0.02, act: 0.05 },
  complaints: { of: ({ complained }) => complained, watch: 0.001, act: 0.003 },
};

/** Mails from which on a rate is shown: of fewer, a single one would say too much. */
const ENOUGH = 100;

export interface Rate {
  readonly name: RateName;
  /** In parts of what was sent. */
  readonly share: number;
  readonly judgement: Judgement;
}

/** Returns what receivers hold against a sender, of what was sent in a time. */
export function ratesOf(totals: Totals): readonly Rate[] {
  // Safe because the table has these keys alone.
  return (Object.keys(RULES) as RateName[]).map((name) => {
    const { of, watch, act } = RULES[name];
    const share = totals.sent === 0 ? 0 : of(totals) / totals.sent;
    const judgement = totals.sent < ENOUGH ? 'idle' : share >= act ? 'error' : share >= watch ? 'warn' : 'good';
    return { name, share, judgement };
  });
}
