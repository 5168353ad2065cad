import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';
import { forEach } from '../../support/wait.ts';

const GONE = 'gone@example.net';
const OTHER = 'xgone@example.net';

describe.each(engines)('answers kept for their keys on $name', (engine) => {
  let tenant: TestTenant;
  const server = useServer(engine, BY_HAND);
  beforeEach(async () => {
    tenant = await mint();
  });

  /** A tenant whose list has both addresses. */
  async function mint(): Promise<TestTenant> {
    const minted = await server.mint({ rate_limit: -1 });
    await minted.call('POST', '/v1/suppressions/bulk', { body: { emails: [GONE, OTHER] } });
    return minted;
  }

  const mail = (one: TestTenant, change: object = {}) => ({
    from: one.from,
    to: ['a@example.net', 'Gone@Example.net', OTHER],
    subject: 'x',
    text_body: 'x',
    ...change,
  });
  const send = async (one: TestTenant, key: string) => {
    const { status, body } = await one.call('POST', '/v1/email', { body: mail(one), headers: { 'Idempotency-Key': key } });
    expect(status).toBeLessThan(300);
    return body.suppressed_recipients;
  };
  const erase = async (email: string) => {
    expect((await tenant.call('POST', '/v1/erasures', { body: { email } })).status).toBe(200);
  };

  it('blank it in a warning, whose path may come of a value', async () => {
    await tenant.call('POST', '/v1/templates', { body: { alias: 'names' } });
    await tenant.call('POST', '/v1/templates/names/versions', { body: { subject: 'x', text_body: 'x{{ names[email] }}' } });
    const again = async () => {
      const body = { from: tenant.from, to: [OTHER], template_alias: 'names', template_model: { names: {}, email: GONE } };
      return (await tenant.call('POST', '/v1/email', { body, headers: { 'Idempotency-Key': 'w' } })).body.warnings;
    };
    expect(await again()).toEqual([{ code: 'missing_variable', path: `names.${GONE}` }]);
    await erase(GONE);
    expect(await again()).toEqual([{ code: 'missing_variable', path: 'names.' }]);
  });

  it('blank an erased address, and nothing else', async () => {
    expect(await send(tenant, 'k')).toEqual([GONE, OTHER]);
    await erase(GONE);
    expect(await send(tenant, 'k')).toEqual(['', OTHER]);
  });

  it('blank it in every item of a batch, the sender of a refused one included', async () => {
    const emails = [mail(tenant), mail(tenant, { from: 'Gone Away <Gone@example.net>' }), mail(tenant, { to: [] }), mail(tenant)];
    const post = async () => {
      const { body } = await tenant.call('POST', '/v1/email/batch', { body: { emails }, headers: { 'Idempotency-Key': 'k' } });
      return body.data;
    };
    const before = await post();
    expect(before[1]).toMatchObject({ error: 'from_domain_not_verified', from: 'Gone Away <Gone@example.net>' });
    await erase(GONE);
    expect(await post()).toEqual([
      { ...before[0], suppressed_recipients: ['', OTHER] },
      { ...before[1], from: '' },
      before[2],
      { ...before[3], suppressed_recipients: ['', OTHER] },
    ]);
  });

  it('are those of the tenant alone, until the operator erases over all', async () => {
    const other = await mint();
    await send(tenant, 'k');
    await send(other, 'k');
    await erase(GONE);
    expect(await send(other, 'k')).toEqual([GONE, OTHER]);
    await server.admin('POST', '/admin/erasures', { body: { email: GONE } });
    expect(await send(other, 'k')).toEqual(['', OTHER]);
  });

  it('are found beyond one page', async () => {
    const keys = Array.from({ length: 450 }, (_, n) => `k${n}`);
    await forEach(keys, (key) => send(tenant, key));
    await erase(GONE);
    expect(await forEach(keys, (key) => send(tenant, key))).toEqual(keys.map(() => ['', OTHER]));
  });

  it('lose none of two addresses that are erased at once', async () => {
    await send(tenant, 'k');
    await Promise.all([erase(GONE), erase(OTHER)]);
    expect(await send(tenant, 'k')).toEqual(['', '']);
  });
});
