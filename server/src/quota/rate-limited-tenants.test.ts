import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../tests/support/random/seeded-random.ts';
import { createRateLimitedTenants } from './rate-limited-tenants.ts';
import { admitToWindow, type Hits } from './rate-window.ts';

const tenant = { tenantId: 't', version: 1 };

describe('createRateLimitedTenants', () => {
  it.each([0, 1, 3, 20, 700])('refuses exactly what a window of %i itself refuses, and says the same', (limit) => {
    const random = createSeededRandom('full');
    const full = createRateLimitedTenants();
    let hits: Hits = [];
    let now = 0;
    let refused = 0;
    for (let step = 0; step < 3000; step += 1) {
      now += random.bytes(2).readUInt16BE() % (limit > 600 ? 150 : 3000);
      const found = full.find(tenant, now);
      const decision = admitToWindow(hits, limit, now);
      if (found !== undefined) {
        refused += 1;
        expect(decision).toEqual({ admitted: false, state: found });
        continue;
      }
      // The first request is looked at before anything is known.
      if (step > 0) expect(decision.admitted).toBe(true);
      hits = decision.state.hits;
      full.note(tenant, decision.state);
    }
    expect(refused).toBeGreaterThan(100);
  });

  it('forgets a window when the settings of its tenant have changed', () => {
    const full = createRateLimitedTenants();
    full.note(tenant, admitToWindow([], 1, 0).state);
    expect(full.find(tenant, 1)).toMatchObject({ limit: 1, remaining: 0 });
    expect(full.find({ ...tenant, version: 2 }, 1)).toBeUndefined();
    expect(full.find(tenant, 1)).toBeUndefined();
  });

  it('keeps tenants apart, and not more of them than it has room for', () => {
    const full = createRateLimitedTenants();
    const { state } = admitToWindow([], 1, 0);
    for (let count = 0; count <= 10_000; count += 1) full.note({ tenantId: `t${count}`, version: 1 }, state);
    expect(full.find({ tenantId: 't0', version: 1 }, 1)).toBeUndefined();
    expect(full.find({ tenantId: 't1', version: 1 }, 1)).toEqual({ ...state, resetSeconds: 60 });
  });
});
