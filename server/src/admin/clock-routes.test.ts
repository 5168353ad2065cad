import { adminContract } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { callThrough } from '../../../tests/support/tenancy/call.ts';
import { type Clock, createVirtualClock, realClock } from '../core/clock.ts';
import { implement } from '../core/operation/implement.ts';
import { clockRoutes } from './clock-routes.ts';

const START = 1_750_000_000_000;

function clockOf(clock: Clock) {
  const call = callThrough(implement({ clock: adminContract.clock }, { clock: clockRoutes(clock) }));
  return {
    get: () => call({ kind: 'operator' }, 'clock.get'),
    move: (body: object) => call({ kind: 'operator' }, 'clock.move', { body }),
  };
}

describe('/admin/clock with a virtual clock', () => {
  it('moves to a time', async () => {
    const { get, move } = clockOf(createVirtualClock(START));
    expect(await get()).toEqual({ status: 200, body: { now: START } });
    expect(await move({ now: START + 5 })).toEqual({ status: 200, body: { now: START + 5 } });
    expect(await get()).toEqual({ status: 200, body: { now: START + 5 } });
  });

  it('moves by a time', async () => {
    const { move } = clockOf(createVirtualClock(START));
    await move({ advance_ms: 1000 });
    expect(await move({ advance_ms: 60_000 })).toEqual({ status: 200, body: { now: START + 61_000 } });
  });

  it('stays where it is told to', async () => {
    const { move } = clockOf(createVirtualClock(START));
    expect(await move({ now: START })).toEqual({ status: 200, body: { now: START } });
  });

  it.each([
    [{}, { error: 'missing_field', field: 'now', detail: 'now or advance_ms is required.' }],
    [
      { now: START, advance_ms: 1 },
      { error: 'validation_failed', field: 'advance_ms' },
    ],
    [{ advance_ms: -1 }, { error: 'validation_failed', field: 'advance_ms' }],
    [{ now: START - 1 }, { error: 'validation_failed', field: 'now', detail: expect.stringContaining(`${START}`) }],
    [{ now: 'noon' }, { error: 'validation_failed', field: 'now' }],
    [{ now: 9_000_000_000_001 }, { error: 'validation_failed', field: 'now', max: 9_000_000_000_000 }],
    [{ advance_ms: 8_000_000_000_000 }, { error: 'validation_failed', field: 'advance_ms', max: 9_000_000_000_000 - START }],
  ])('refuses %j and stays', async (body, fault) => {
    const { get, move } = clockOf(createVirtualClock(START));
    expect(await move(body)).toMatchObject({ status: 422, body: fault });
    expect((await get()).body).toEqual({ now: START });
  });
});

describe('/admin/clock with the real clock', () => {
  it('can be read', async () => {
    const before = Date.now();
    const { body } = await clockOf(realClock).get();
    expect(body.now).toBeGreaterThanOrEqual(before);
    expect(body.now).toBeLessThanOrEqual(Date.now());
  });

  it.each([{ now: START }, {}, { now: 'noon' }])('cannot be moved by %j', async (body) => {
    expect(await clockOf(realClock).move(body)).toMatchObject({ status: 409, body: { error: 'clock_is_real' } });
  });
});
