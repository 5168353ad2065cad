import { describe, expect, it } from 'vitest';
import { splitAddresses } from './split-addresses.ts';

describe('splitAddresses', () => {
  it.each([
    ['a@example.net', ['a@example.net']],
    ['Ann <a@example.net>, b@example.net', ['Ann <a@example.net>', 'b@example.net']],
    ['"Ann, \\"A\\" <x>" <a@example.net>,b@example.net', ['"Ann, \\"A\\" <x>" <a@example.net>', 'b@example.net']],
    ['Team: a@example.net, B <b@example.net>; c@example.net', ['a@example.net', 'B <b@example.net>', 'c@example.net']],
    ['Doe, Jane <j@example.net>', ['Jane <j@example.net>']],
    ['undisclosed-recipients:;', []],
    ['', []],
    [', <a@example.net>,', ['a@example.net']],
  ])('reads %s', async (list, addresses) => {
    expect(await splitAddresses(list)).toEqual(addresses);
  });

  it('reads no more than 200', async () => {
    expect(await splitAddresses('a@example.net,'.repeat(300))).toHaveLength(200);
  });
});
