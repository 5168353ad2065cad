import { describe, expect, it } from 'vitest';
import { lookUpAddresses, type NameService } from './look-up-addresses.ts';

const never = () => new Promise<never>(() => undefined);
const fails = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};
const names = (given: Partial<NameService>): NameService => ({ resolve4: never, resolve6: never, lookup: fails('ASKED'), ...given });
const four = { address: '192.0.2.1', family: 4 };
const six = { address: '2001:db8::1', family: 6 };

describe('the addresses of a host', () => {
  it('are those of one family, where the other is not answered', async () => {
    const [resolve4, resolve6] = [async () => [four.address], async () => [six.address]];
    expect(await lookUpAddresses(names({ resolve4 }), 'host.example')).toEqual([four]);
    expect(await lookUpAddresses(names({ resolve6 }), 'host.example')).toEqual([six]);
    expect(await lookUpAddresses(names({ resolve4, resolve6 }), 'host.example')).toEqual([four, six]);
    expect(await lookUpAddresses(names({ resolve4: fails('ENODATA'), resolve6 }), 'host.example')).toEqual([six]);
  });

  it('are what the system knows, unless DNS does not answer', async () => {
    const [resolve6, late] = [fails('ENODATA'), fails('ETIMEOUT')];
    const lookup = async () => [four];
    expect(await lookUpAddresses(names({ resolve4: resolve6, resolve6, lookup }), 'host.example')).toEqual([four]);
    await expect(lookUpAddresses(names({ resolve4: late, resolve6: late, lookup }), 'host.example')).rejects.toThrow('ETIMEOUT');
  });
});
