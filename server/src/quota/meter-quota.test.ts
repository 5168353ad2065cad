import { describe, expect, it } from 'vitest';
import { countApart, countUnits, movedBuckets, refund, rollOn } from './meter-quota.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = 1_750_000_000_000;
const email = { acceptedAt: NOW, test: false, marketing: false };

describe('refund', () => {
  const meterAt = (now: number) => {
    const meter = { tenantId: 't', dayUsed: 0, dayFrom: 0, monthUsed: 0, monthFrom: 0 };
    rollOn(meter, [], now);
    return meter;
  };

  it('takes a unit out of the very buckets that it was counted in', () => {
    const meter = meterAt(NOW);
    const counted = countUnits(meter, 3, NOW);
    const returned = refund(meter, email);
    expect(returned).toEqual(counted.map((addition) => ({ ...addition, used: -1 })));
    expect(meter).toMatchObject({ dayUsed: 2, monthUsed: 2 });
  });

  it('takes it out of what is told apart as well', () => {
    const apart = countApart('t', { test: 1, marketing: 1 }, NOW);
    const returned = refund(meterAt(NOW), { ...email, test: true, marketing: true });
    expect(returned.slice(2)).toEqual(apart.map((addition) => ({ ...addition, used: -1 })));
  });

  it('gives nothing back to a window that the unit has left', () => {
    const meter = meterAt(NOW);
    countUnits(meter, 1, NOW);
    const later = NOW + 2 * DAY;
    const [left] = movedBuckets(meter, later);
    rollOn(meter, left === undefined ? [] : [{ ...left, used: 1 }], later);
    expect(refund(meter, email)).toEqual([{ tenantId: 't', window: 'monthly', start: expect.any(Number), used: -1 }]);
    expect(meter).toMatchObject({ dayUsed: 0, monthUsed: 0 });
  });

  it('gives it back to a window that nobody has moved on yet, which then subtracts less', () => {
    const meter = meterAt(NOW);
    countUnits(meter, 1, NOW);
    expect(refund(meter, email)).toHaveLength(2);
    expect(meter).toMatchObject({ dayUsed: 0, monthUsed: 0 });
    rollOn(meter, [{ tenantId: 't', window: 'daily', from: 0, to: NOW, used: 0 }], NOW + 2 * DAY);
    expect(meter.dayUsed).toBe(0);
  });
});
