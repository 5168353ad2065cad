import { describe, expect, it } from 'vitest';
import { isFinal, messageMoves, movableBy, type RecipientStage, recipientMoves } from './transitions.ts';

type Row = readonly [source: string, outcome: string, from: string, to: string];

/** All that a table has of moves: what stays as it is is none. */
function movesIn(moves: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string | null>>>>>>): Row[] {
  return Object.entries(moves).flatMap(([source, states]) =>
    Object.entries(states).flatMap(([from, outcomes]) =>
      Object.entries(outcomes).flatMap(([outcome, to]): Row[] => (to === null || to === from ? [] : [[source, outcome, from, to]])),
    ),
  );
}

/** `source outcome: from from from -> to`, each a ruling. */
function ruled(...lines: readonly string[]): Row[] {
  return lines.flatMap((line) => {
    const [, source = '', outcomes = '', froms = '', to = ''] = /^(\w+) ([\w ]+): ([\w ]+) -> (\w+)$/.exec(line) ?? [];
    return outcomes.split(' ').flatMap((outcome) => froms.split(' ').map((from): Row => [source, outcome, from, to]));
  });
}

const inOrder = (rows: readonly Row[]) => rows.map((row) => row.join(' ')).sort();

describe('messageMoves', () => {
  it('moves messages as it is ruled, and in no other way', () => {
    const rulings = ruled(
      'work claim: queued -> sending',
      'work due: scheduled -> queued',
      // The worker died, or did not begin.
      'work release: sending -> queued',
      'request reschedule: queued -> scheduled',
      'request cancel: queued scheduled -> cancelled',
      'request retry: failed -> queued',
      // One recipient was accepted; in a burst of changes also after the message had been put back.
      'attempt reached: queued scheduled sending -> sent',
      'attempt waiting: scheduled sending -> queued',
      'attempt doubtful lost: queued scheduled sending -> failed',
      'attempt held_back: queued scheduled sending -> suppressed',
      'attempt lost held_back: sent -> failed',
      'report reached: queued scheduled sending -> sent',
      'report doubtful lost: queued scheduled sending -> failed',
      // A soft bounce without finality is not the last word of a message that was sent.
      'report lost: sent -> failed',
      'erasure reached: queued scheduled sending -> sent',
      'erasure doubtful lost: queued scheduled sending -> failed',
      'erasure held_back: queued scheduled sending -> suppressed',
      'erasure lost held_back: sent -> failed',
    );
    expect(inOrder(movesIn(messageMoves))).toEqual(inOrder(rulings));
  });

  it('lets nothing but a retry move what is final', () => {
    const final = ['failed', 'cancelled', 'suppressed'];
    expect(movesIn(messageMoves).filter(([, , from]) => final.includes(from))).toEqual([['request', 'retry', 'failed', 'queued']]);
    expect((['queued', 'scheduled', 'sending', 'sent', 'failed', 'cancelled', 'suppressed'] as const).filter(isFinal)).toEqual(final);
  });

  it('tells where a caller or a worker may move a message at all', () => {
    expect(movableBy('cancel')).toEqual(['queued', 'scheduled']);
    expect(movableBy('reschedule')).toEqual(['queued', 'scheduled']);
    expect(movableBy('retry')).toEqual(['failed']);
    expect(movableBy('claim')).toEqual(['queued', 'sent']);
  });
});

describe('recipientMoves', () => {
  it('moves recipients as it is ruled, and in no other way', () => {
    const rulings = ruled(
      'attempt sent: pending delayed -> sent',
      'attempt failed: pending delayed -> failed',
      'attempt bounce: pending delayed -> bounced',
      'attempt delivery_delayed: pending -> delayed',
      'attempt suppressed: pending delayed -> suppressed',
      'attempt delivery: sent late -> delivered',
      'attempt complaint: sent late delivered -> complained',
      'report sent: pending delayed -> sent',
      'report delivery: pending delayed sent late -> delivered',
      // A mark beside the status: a delay report changes no state.
      'report delivery_delayed: sent -> late',
      'report failed: pending delayed sent late -> failed',
      // A final report bounces the recipient whatever its class, and a graver one outweighs a soft one.
      'report bounce: pending delayed sent late delivered bounced_softly given_up -> bounced',
      'report soft_bounce: pending delayed sent late delivered -> bounced_softly',
      'report given_up: pending delayed sent late delivered bounced_softly -> given_up',
      'report complaint: pending delayed sent late delivered bounced_softly given_up -> complained',
      // Never a bounced one.
      'request retry: failed -> pending',
      'request erase: pending delayed -> suppressed',
    );
    expect(inOrder(movesIn(recipientMoves))).toEqual(inOrder(rulings));
  });

  it('lets no attempt and no report take a recipient back to where mail is still to go out', () => {
    const open: readonly string[] = ['pending', 'delayed'] satisfies RecipientStage[];
    const reopening = movesIn(recipientMoves).filter(([, , from, to]) => !open.includes(from) && open.includes(to));
    expect(reopening).toEqual([['request', 'retry', 'failed', 'pending']]);
  });

  it('knows what every outcome means at every stage', () => {
    for (const [source, count] of [['attempt', 7] as const, ['report', 8] as const, ['request', 2] as const]) {
      const rows = Object.values<object>(recipientMoves[source]);
      expect(rows.map((row) => Object.keys(row).length)).toEqual(Array.from({ length: 11 }, () => count));
    }
  });
});
