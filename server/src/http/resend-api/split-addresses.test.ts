import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { systemClock } from '../../core/clock.ts';
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

  it('lets others have their turn while it reads addresses that take long', async () => {
    let now = 0;
    const clock = vi.spyOn(systemClock, 'monotonic').mockImplementation(() => {
      now += 10;
      return now;
    });
    onTestFinished(() => clock.mockRestore());
    const { turns } = await countTurns(() => splitAddresses('a@example.net,'.repeat(100)));
    expect(turns).toBeGreaterThan(10);
  });

  it('reads no more than 200', async () => {
    expect(await splitAddresses('a@example.net,'.repeat(300))).toHaveLength(200);
  });
});
