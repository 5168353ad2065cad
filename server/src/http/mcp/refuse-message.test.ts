import { describe, expect, it } from 'vitest';
import { refuseMessage } from './refuse-message.ts';

const call = (params: object) => refuseMessage({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });

describe('the refusal of a message', () => {
  it('says where a parameter is wrong, and repeats no name as long as it may be', async () => {
    const experimental = { ['k'.repeat(100_000)]: 1 };
    const params = { protocolVersion: '2025-06-18', clientInfo: { name: 'x', version: '1' }, capabilities: { experimental } };
    const refusal = refuseMessage({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const message = expect.stringMatching(/^params\.capabilities\.experimental\.k{167}$/);
    expect(await refusal?.json()).toMatchObject({ error: { code: -32602, message } });
  });

  it('is none for a call whose arguments are an object, whatever is in it', () => {
    expect(call({ name: 'send_email', arguments: { to: [1], nested: { deep: null } } })).toBeUndefined();
    expect(call({ name: 'send_email' })).toBeUndefined();
  });

  it.each([[[]], ['x'], [1], [null]])('is one for a call whose arguments are %j', async (given) => {
    const message = expect.stringMatching(/^params\.arguments: /);
    expect(await call({ name: 'send_email', arguments: given })?.json()).toMatchObject({ error: { code: -32602, message } });
  });
});
