import { describe, expect, it } from 'vitest';
import type { Findings } from './domain.ts';
import { pendingState, stateAfter, trustedState } from './domain-state.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const START = 1_700_000_000_000;
const RIGHT = { dkim: 'verified' } as const;
const WRONG = { dkim: 'failed' } as const;

const MINUTE = 60_000;

const added = { ...pendingState(START), createdAt: START };
type Aged = typeof added;

const look = (state: Aged, found: Findings, now: number) => stateAfter(state, { found, required: ['dkim'], now });
const verified = look(added, RIGHT, START);

describe('a pending domain', () => {
  it('is verified once all that is required is right', () => {
    expect(verified).toEqual({
      createdAt: START,
      status: 'verified',
      findings: RIGHT,
      failedChecks: 0,
      nextCheckAt: START + DAY,
      verifiedAt: START,
    });
  });

  it('stays pending while one of two is missing', () => {
    const required = ['dkim', 'return_path'] as const;
    const state = stateAfter(added, { found: { dkim: 'verified', return_path: 'failed' }, required, now: START });
    expect(state).toEqual({ ...added, findings: { dkim: 'verified', return_path: 'failed' } });
    expect(stateAfter(state, { found: { return_path: 'verified' }, required, now: START }).status).toBe('pending');
  });

  it('never fails, however often it is looked up', () => {
    let state = added;
    for (let day = 0; day < 10; day += 1) state = look(state, WRONG, START + day * DAY);
    expect(state).toEqual({ ...added, findings: WRONG, nextCheckAt: null });
  });

  it('is looked up every five minutes for an hour, then hourly, and no more once it is three days old', () => {
    const waits: number[] = [];
    let state = added;
    for (let now = START; state.nextCheckAt !== null; ) {
      waits.push(state.nextCheckAt - now);
      now = state.nextCheckAt;
      state = look(state, now % 2 === 0 ? WRONG : {}, now);
    }
    expect(waits).toEqual([...Array(12).fill(5 * MINUTE), ...Array(71).fill(HOUR)]);
  });

  it('keeps to its times, however often it is looked up in between', () => {
    expect(look(added, WRONG, START + MINUTE)).toEqual({ ...added, findings: WRONG });
  });
});

describe('a verified domain', () => {
  it('fails after three days running of wrong records', () => {
    const first = look(verified, WRONG, START + DAY);
    const second = look(first, WRONG, START + 2 * DAY);
    expect([first, second]).toMatchObject([
      { status: 'verified', failedChecks: 1 },
      { status: 'verified', failedChecks: 2 },
    ]);
    expect(look(second, WRONG, START + 3 * DAY)).toMatchObject({ status: 'failed', nextCheckAt: null, verifiedAt: START });
  });

  it('counts one look a day', () => {
    let state = verified;
    for (let hour = 0; hour < 24; hour += 1) state = look(state, WRONG, START + hour * HOUR);
    expect(state).toMatchObject({ status: 'verified', failedChecks: 0, findings: WRONG, nextCheckAt: START + DAY });
  });

  it('begins anew once its records are right', () => {
    const second = look(look(verified, WRONG, START + DAY), WRONG, START + 2 * DAY);
    const right = look(second, RIGHT, START + 2 * DAY + HOUR);
    expect(right).toMatchObject({ failedChecks: 0, nextCheckAt: START + 3 * DAY + HOUR, verifiedAt: START });
  });

  it('keeps what it was while DNS does not answer, and is looked up again soon', () => {
    const first = look(verified, WRONG, START + DAY);
    const unanswered = look(first, {}, START + 2 * DAY);
    expect(unanswered).toEqual({ ...first, nextCheckAt: START + 2 * DAY + HOUR });
  });

  it('is not held to records that are not required', () => {
    let state = verified;
    for (let day = 1; day < 5; day += 1) state = look(state, { ...RIGHT, spf: 'failed', dmarc: 'failed' }, START + day * DAY);
    expect(state).toMatchObject({ status: 'verified', findings: { dkim: 'verified', spf: 'failed', dmarc: 'failed' } });
  });
});

describe('a failed domain', () => {
  const failed: Aged = { ...verified, status: 'failed', failedChecks: 3, nextCheckAt: null };

  it('stays failed until its records are right', () => {
    expect(look(failed, WRONG, START + 9 * DAY).status).toBe('failed');
    expect(look(failed, {}, START + 9 * DAY).status).toBe('failed');
  });

  it('is verified from the time of the look', () => {
    expect(look(failed, RIGHT, START + 9 * DAY)).toMatchObject({ status: 'verified', failedChecks: 0, verifiedAt: START + 9 * DAY });
  });
});

it('a trusted domain has no daily check', () => {
  expect(trustedState(START)).toMatchObject({ status: 'verified', nextCheckAt: null, verifiedAt: START });
});
