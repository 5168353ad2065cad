import { createPrivateKey, randomBytes, sign, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { createCertificate } from '../../support/fakes/certificate.ts';
import { type Attested, type Cbor, makePasskey, type PasskeyForm } from '../../support/fakes/software-passkey.ts';
import { signUp } from '../../support/fixtures/people.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';

const refused = { status: 422, body: { error: 'passkey_refused' } };

/** A statement that holds, by a key of whoever made the device (WebAuthn, section 8.6). */
async function byItsMaker() {
  const { key, cert } = await createCertificate();
  return ({ authData, clientDataHash, credentialId, publicKey }: Attested) => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    const signed = Buffer.concat([Buffer.from([0]), authData.subarray(0, 32), clientDataHash, credentialId, ...point]);
    const sig = sign('sha256', signed, createPrivateKey(key));
    return {
      fmt: 'fido-u2f',
      statement: new Map<string, Cbor>([
        ['sig', sig],
        ['x5c', [new X509Certificate(cert).raw]],
      ]),
    };
  };
}

/** A statement by the new key itself (WebAuthn, section 8.2). */
const byItself = ({ authData, clientDataHash, privateKey }: Attested) => ({
  fmt: 'packed',
  statement: new Map<string, Cbor>([
    ['alg', -7],
    ['sig', sign('sha256', Buffer.concat([authData, clientDataHash]), privateKey)],
  ]),
});

describe.each(engines)('devices that say what they like on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, BASE_URL: 'http://localhost' });

  async function enter() {
    const { browser } = await signUp(server);
    const ask = () => browser.call('POST', '/account/passkeys/options');
    async function add(form: PasskeyForm = {}, spelled = (challenge: string) => challenge) {
      const { challenge } = (await ask()).body.options;
      const credential = makePasskey({ challenge: spelled(challenge), origin: 'http://localhost', rpId: 'localhost' }, form);
      return browser.call('POST', '/account/passkeys', { body: { name: 'x', credential } });
    }
    return { ask, add };
  }

  it('may say nothing of themselves, or that themselves', async () => {
    const { add } = await enter();
    expect((await add()).status).toBe(201);
    expect((await add({ attest: byItself })).status).toBe(201);
  });

  it('are refused with certificates, which would name addresses to fetch', async () => {
    const { add } = await enter();
    expect(await add({ attest: await byItsMaker() })).toMatchObject(refused);
  });

  it.each([5, {}, true, 'usb', [{}, 'x'.repeat(10_000), 'usb'], null])(
    'are asked for again, however they are reached: %j',
    async (transports) => {
      const { add, ask } = await enter();
      expect((await add({ transports })).status).toBe(201);
      const { status, body } = await ask();
      expect(status).toBe(200);
      expect(body.options.excludeCredentials[0].transports).toEqual(Array.isArray(transports) ? ['usb'] : []);
    },
  );

  it('have names of at most 1,023 bytes', async () => {
    const { add } = await enter();
    for (const bytes of [1024, 8000]) expect(await add({ credentialId: randomBytes(bytes) })).toMatchObject(refused);
    expect((await add({ credentialId: randomBytes(1023) })).status).toBe(201);
  });

  it('answer a challenge as it was spelled', async () => {
    const { add } = await enter();
    const noise = randomBytes(8000)
      .toString('hex')
      .replaceAll(/[0-9a-f]/g, (digit) => "!#$%&'()*.,:;<>?"[Number.parseInt(digit, 16)] ?? '');
    for (const spelled of [(one: string) => `${one}=`, (one: string) => ` ${one}`, (one: string) => one + noise])
      expect(await add({}, spelled)).toMatchObject(refused);
  });
});
