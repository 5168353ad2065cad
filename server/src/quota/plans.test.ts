import type { Overrides } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { limitsOf } from './plans.ts';

const NONE: Overrides = {
  daily_quota: null,
  monthly_quota: null,
  rate_limit: null,
  contact_limit: null,
  webhook_limit: null,
  storage_limit: null,
};

const GIB = 1024 ** 3;

describe('limitsOf', () => {
  it('gives each plan its limits', () => {
    expect(limitsOf('free', NONE)).toEqual({
      rate: 100,
      daily: 150,
      monthly: 5000,
      contacts: 1000,
      webhooks: 3,
      domains: 10,
      storage: GIB,
    });
    expect(limitsOf('payg', NONE)).toEqual({
      rate: 100,
      daily: 250_000,
      monthly: null,
      contacts: 100_000,
      webhooks: 20,
      domains: 100,
      storage: 20 * GIB,
    });
    expect(limitsOf('credits', NONE)).toEqual({
      rate: 100,
      daily: 1_000_000,
      monthly: null,
      contacts: 500_000,
      webhooks: 50,
      domains: 1000,
      storage: 100 * GIB,
    });
    expect(new Set(Object.values(limitsOf('unlimited', NONE)))).toEqual(new Set([null]));
  });

  it('puts overrides over those of a plan that has none', () => {
    expect(limitsOf('unlimited', { ...NONE, rate_limit: 7, daily_quota: -1 })).toMatchObject({ rate: 7, daily: null, monthly: null });
  });

  it('puts overrides over them, -1 being unlimited and 0 nothing', () => {
    const overrides = { daily_quota: 0, monthly_quota: 7, rate_limit: -1, contact_limit: 5, webhook_limit: -1, storage_limit: 9 };
    expect(limitsOf('payg', overrides)).toEqual({
      rate: null,
      daily: 0,
      monthly: 7,
      contacts: 5,
      webhooks: null,
      domains: 100,
      storage: 9,
    });
  });
});
