import { describe, expect, it } from 'vitest';
import { priceOf } from './pricing.ts';

describe('priceOf', () => {
  it('bills payg 0.35 USD for 1,000 emails past the 5,000 included', () => {
    expect(priceOf('payg', 5000)).toEqual({ overage: 0, usd: 0 });
    expect(priceOf('payg', 5001)).toEqual({ overage: 1, usd: 0.00035 });
    expect(priceOf('payg', 6000)).toEqual({ overage: 1000, usd: 0.35 });
    expect(priceOf('payg', 8_005_000)).toEqual({ overage: 8_000_000, usd: 2800 });
  });

  it('draws 0.28 USD for 1,000 emails on credits, from the first on', () => {
    expect(priceOf('credits', 1000)).toEqual({ overage: 1000, usd: 0.28 });
  });

  it('bills nothing on the free plan', () => {
    expect(priceOf('free', 6000)).toEqual({ overage: 0, usd: 0 });
  });

  it('bills nothing on the unlimited plan, and has nothing past a volume', () => {
    expect(priceOf('unlimited', 10_000_000)).toEqual({ overage: 0, usd: 0 });
  });
});
