import { contract, limits, type Operation, takesJson } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { sqlite } from '../../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../support/posthorn.ts';

const operations = Object.values(contract)
  .flatMap((group) => Object.values<Operation>(group))
  .filter((operation) => takesJson(operation) && operation.body === undefined)
  .map(({ method, path }) => ({ method, path: path.replaceAll(/\{\w+\}/g, 'none') }));

describe('an operation without fields', () => {
  const tenant = useTenant(useServer(sqlite, BY_HAND));

  it.each(operations)('reads what $method $path is sent', async ({ method, path }) => {
    for (const body of ['[]', 'null', '1', '{']) {
      const { status, body: answer } = await tenant.call(method, path, { body });
      expect([status, answer.error]).toEqual([400, 'invalid_json']);
    }
    const large = await tenant.call(method, path, { body: { note: 'x'.repeat(limits.emptyBodyBytes) } });
    expect([large.status, large.body]).toMatchObject([413, { max_bytes: limits.emptyBodyBytes }]);
    const named = await tenant.call(method, path, { body: { colour: 'red' } });
    expect(named.headers.get('x-ignored-fields')).toBe('colour');
    const bare = await tenant.call(method, path);
    expect([bare.status, bare.body?.error]).toEqual([named.status, named.body?.error]);
  });

  it('is found in every part of the interface that has verbs', () => {
    expect(operations.length).toBeGreaterThan(10);
  });
});
