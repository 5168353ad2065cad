import { describe, expect, it } from 'vitest';
import { overTime } from './over-time.ts';

const HOUR = 3_600_000;
const NONE = {
  ...{ sent: 0, delivery: 0, delivery_delayed: 0, failed: 0, bounce: 0, complaint: 0, suppressed: 0, open: 0, click: 0 },
  ...{ scheduled: 0, cancelled: 0 },
};
const at = (hours: number, events: Partial<typeof NONE>) => ({
  at: new Date(2026, 5, 1).getTime() + hours * HOUR,
  events: { ...NONE, ...events },
});

describe('opens and clicks over time', () => {
  it('are told by hours, with those in which there are none, from the first on', () => {
    const bars = overTime([at(0, { sent: 9 }), at(2, { open: 3 }), at(5, { open: 1, click: 2 })], 'hour');
    expect(bars).toHaveLength(24);
    expect(bars.slice(0, 4).map(({ values }) => values)).toEqual([
      [3, 0],
      [0, 0],
      [0, 0],
      [1, 2],
    ]);
  });

  it('are told by days of the reader', () => {
    const bars = overTime([at(2, { open: 3 }), at(5, { open: 1 }), at(30, { click: 1 }), at(75, { open: 7 })], 'day');
    expect(bars).toHaveLength(14);
    expect(bars.slice(0, 4).map(({ values }) => values)).toEqual([
      [4, 0],
      [0, 1],
      [0, 0],
      [7, 0],
    ]);
    expect(new Date(bars[1]?.at ?? 0).getDate()).toBe(2);
  });

  it('are nothing where there are none, and no more than can be seen', () => {
    expect(overTime([at(0, { sent: 5 })], 'hour')).toEqual([]);
    expect(overTime([at(0, { open: 1 }), at(24 * 400, { open: 1 })], 'hour')).toHaveLength(72);
    expect(overTime([at(0, { open: 1 }), at(24 * 400, { open: 1 })], 'day')).toHaveLength(60);
  });
});
