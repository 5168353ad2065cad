import { DAY_MS } from '../../core/durations.ts';
/** How long a pack is valid. */
export const PACK_MS = 365 * DAY_MS;

/** Prepaid emails, as they were bought. What is left of each follows from the tenant's balance. */
export interface NewPack {
  readonly id: string;
  readonly tenantId: string;
  readonly emails: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface Pack extends NewPack {
  readonly remaining: number;
}

/**
 * Emails draw from the pack that expires first. So what is left lies in the packs that expire last, and the
 * balance alone tells what is left of each.
 */
interface Balance {
  creditsBalance: number;
  creditsExpireAt: number | null;
}

/** Emails in the packs of a tenant that are still valid, as they were bought, and when the first of them expires. */
export interface ValidPacks {
  readonly emails: number;
  readonly expireAt: number | null;
}

/** Returns a balance as written, without what packs took with them that have expired since. */
export const balanceWithin = (written: number, validEmails: number): number => Math.min(written, validEmails);

/** Returns whether a pack has expired since the balance was written. */
export const isStale = ({ creditsExpireAt }: Balance, now: number): boolean => creditsExpireAt !== null && creditsExpireAt <= now;

/** Takes off what expired packs took with them. */
export function settleBalance(balance: Balance, { emails, expireAt }: ValidPacks): void {
  balance.creditsBalance = balanceWithin(balance.creditsBalance, emails);
  balance.creditsExpireAt = expireAt;
}

/** Adds a pack to a settled balance; emails sent beyond the balance so far are subtracted from it. */
export function addPack(balance: Balance, { emails, expiresAt }: Pick<NewPack, 'emails' | 'expiresAt'>): void {
  balance.creditsBalance += emails;
  balance.creditsExpireAt = Math.min(balance.creditsExpireAt ?? expiresAt, expiresAt);
}

/** Returns emails to a settled balance; those drawn from a pack that has expired since are lost. */
export function giveBack(balance: Balance, emails: number, validEmails: number): void {
  balance.creditsBalance = balanceWithin(balance.creditsBalance + emails, validEmails);
}

/** Returns what is left of the pack that expires last. */
export const remainingOfLast = ({ creditsBalance }: Balance, emails: number): number => Math.max(0, Math.min(emails, creditsBalance));
