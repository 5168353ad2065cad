import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { codeAt } from '../../../../tests/support/fakes/authenticator.ts';
import { useTenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import type { AppContext } from '../../app-context.ts';
import type { SignedInCaller } from '../../core/request/caller.ts';
import { finishTotp, removeTotp, renewCodes, startTotp } from '../factors/change-totp.ts';
import { acceptLink, joinByLink } from '../links/accept-link.ts';
import { makeLink } from '../links/make-link.ts';
import { addPasskey, addPasskeyOptions } from '../passkeys/add-passkey.ts';
import { listPasskeys } from '../passkeys/store.ts';
import { findUser, insertUser } from '../user-store.ts';
import { openSignIn } from './open-sign-in.ts';
import { setPassword } from './set-password.ts';
import { deleteSignInsOf } from './sign-in-store.ts';

const PARTY = { id: 'mail.example', origin: 'https://mail.example' };
const passwords = { hash: async (password: string) => `hash of ${password}`, verify: async () => false };

const base64url = (bytes: Buffer) => bytes.toString('base64url');

/** What a device answers when it creates a passkey for the caller (WebAuthn, section 6.5), without attestation. */
function makeCredential(challenge: string) {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) => Buffer.concat([Buffer.from('5820', 'hex'), Buffer.from(text, 'base64url')]);
  const key = Buffer.concat([
    Buffer.from('a5010203262001', 'hex'),
    Buffer.from('21', 'hex'),
    coordinate(x),
    Buffer.from('22', 'hex'),
    coordinate(y),
  ]);
  const id = randomBytes(16);
  const present = Buffer.from('4500000000', 'hex');
  const head = [createHash('sha256').update(PARTY.id).digest(), present, Buffer.alloc(16), Buffer.from('0010', 'hex')];
  const data = Buffer.concat([...head, id, key]);
  const attestation = [
    Buffer.from('a3'.concat('63666d74', '646e6f6e65', '6761747453746d74', 'a0', '686175746844617461', '58'), 'hex'),
    Buffer.from([data.length]),
    data,
  ];
  const client = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin: PARTY.origin }));
  const response = { clientDataJSON: base64url(client), attestationObject: base64url(Buffer.concat(attestation)) };
  return { id: base64url(id), rawId: base64url(id), type: 'public-key', response, clientExtensionResults: {} };
}

describe.each(engines)('a change to how a person comes in, on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let app: AppContext;
  let caller: SignedInCaller;
  beforeAll(async () => {
    app = tenancy.app;
  });
  beforeEach(async () => {
    const now = app.clock.now();
    const userId = app.newId('usr', now);
    const email = `${userId}@example.net`;
    const fresh = { name: null, isOperator: false, isSuspended: false, lastSignedInAt: null, totpSecret: null, issuerSubject: null };
    const { signIn } = await app.db.transact(async (trx) => {
      await insertUser(trx, { id: userId, email, passwordHash: 'before', createdAt: now, ...fresh });
      return openSignIn(app, trx, { userId, method: 'password', from: undefined });
    });
    caller = { kind: 'person', person: { userId, email, signInId: signIn.id }, isOperator: false, provedAt: now };
  });

  const user = () => findUser(app.db.read, caller.person.userId);
  const codes = () => app.db.read.selectFrom('recovery_codes').select('hash').where('user_id', '=', caller.person.userId).execute();
  const pendingCode = async () => {
    const started = await startTotp(app, caller, 'x');
    if (!('secret' in started)) throw new Error('no secret');
    return { code: codeAt(started.secret, app.clock.now()), from: undefined };
  };
  const credential = async () => {
    const options = (await addPasskeyOptions(app, caller, PARTY)) as { challenge: string };
    return { name: 'Key', party: PARTY, credential: makeCredential(options.challenge) };
  };
  /** The service for a call during which somebody else ends all sign-ins, as a change of password does. */
  const whileEnding = (): AppContext => ({
    ...app,
    db: {
      ...app.db,
      transact: async (work) => {
        await app.db.transact((trx) => deleteSignInsOf(trx, caller.person.userId));
        return app.db.transact(work);
      },
    },
  });
  const UNAUTHORIZED = expect.objectContaining({ code: 'unauthorized' });

  it('is made by whoever is signed in', async () => {
    const given = await credential();
    expect(await addPasskey(app, caller, given)).toMatchObject({ name: 'Key' });
    expect(await finishTotp(app, caller.person, await pendingCode())).toHaveLength(10);
    expect(await renewCodes(app, caller)).toHaveLength(10);
    expect(await setPassword({ app, passwords }, caller, 'correct horse battery')).toBeUndefined();
    expect((await user())?.passwordHash).toBe('hash of correct horse battery');
    expect(await removeTotp(app, caller)).toBeUndefined();
    expect([(await user())?.totpSecret, await codes()]).toEqual([null, []]);
  });

  it('takes up no invitation for them, and leaves it to whom it is to', async () => {
    const { person } = caller;
    const tenantId = await tenancy.tenant();
    const { token } = await makeLink(app, { kind: 'invitation', email: person.email, tenantId, role: 'viewer' });
    const memberships = () => app.db.read.selectFrom('memberships').select('tenant_id').where('user_id', '=', person.userId).execute();
    expect(await joinByLink(whileEnding(), { token, person })).toEqual(UNAUTHORIZED);
    expect(await memberships()).toEqual([]);
    const { signIn } = await app.db.transact((trx) => openSignIn(app, trx, { userId: person.userId, method: 'password', from: undefined }));
    expect(await joinByLink(app, { token, person: { ...person, signInId: signIn.id } })).toMatchObject({ tenantId });
    expect(await memberships()).toEqual([{ tenant_id: tenantId }]);
  });

  it('gives no password to whom another one has shut out meanwhile', async () => {
    const { token } = await makeLink(app, { kind: 'reset', email: caller.person.email });
    expect(await setPassword({ app: whileEnding(), passwords }, caller, 'correct horse battery')).toEqual(UNAUTHORIZED);
    expect((await user())?.passwordHash).toBe('before');
    expect(await acceptLink({ app, passwords }, { token, password: 'correct horse staple' }, undefined)).toMatchObject({ signIn: {} });
  });

  it('adds no passkey of theirs', async () => {
    const given = await credential();
    expect(await addPasskey(whileEnding(), caller, given)).toEqual(UNAUTHORIZED);
    expect(await listPasskeys(app.db.read, caller.person.userId)).toEqual([]);
  });

  it('asks for no codes of their app', async () => {
    const given = await pendingCode();
    expect(await finishTotp(whileEnding(), caller.person, given)).toEqual(UNAUTHORIZED);
    expect([(await user())?.totpSecret, await codes()]).toEqual([null, []]);
  });

  it('shows them no recovery codes, and takes none away', async () => {
    await finishTotp(app, caller.person, await pendingCode());
    const before = [(await user())?.totpSecret, await codes()];
    expect(await renewCodes(whileEnding(), caller)).toEqual(UNAUTHORIZED);
    expect(await removeTotp(whileEnding(), caller)).toEqual(UNAUTHORIZED);
    expect([(await user())?.totpSecret, await codes()]).toEqual(before);
  });
});
