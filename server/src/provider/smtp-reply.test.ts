import { describe, expect, it } from 'vitest';
import { findQueueId } from './smtp-reply.ts';

describe('findQueueId', () => {
  it.each([
    ['250 2.0.0 Ok: queued as 4Zc1X20wz2z4xMq', '4Zc1X20wz2z4xMq'],
    ['250 2.0.0 from MTA(smtp:[127.0.0.1]:10025): 250 2.0.0 Ok: queued as 9C1A2.', '9C1A2'],
    ['250 OK id=1vMtQp-0000000AbCd-2XyZ', '1vMtQp-0000000AbCd-2XyZ'],
    ['250 Ok 0100018b5c3c0a4f-1b2c3d4e-000000', '0100018b5c3c0a4f-1b2c3d4e-000000'],
    ['250-first\n250 2.0.0 Ok: queued as A1B2', 'A1B2'],
    ['250 OK: message queued', null],
    ['250 2.0.0 Accepted', null],
    ['250 Ok thanks', null],
  ])('reads %s', (response, id) => {
    expect(findQueueId(response)).toBe(id);
  });
});
