import { describe, expect, it } from 'vitest';
import { sha256 } from '../core/crypto/hash.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { Caller, KeyCaller, OperatorCaller } from '../core/request/caller.ts';
import { type AuthenticateOptions, authenticate } from './authenticate.ts';

const OPERATOR_TOKEN = 'pt_looks-like-a-bearer.of-a-person';
const keyCaller: KeyCaller = {
  kind: 'tenant',
  tenantId: 'ten_1',
  keyId: 'key_1',
  keyHash: sha256('key'),
  permission: 'full_access',
  domainId: null,
  version: 1,
  plan: 'free',
  overrides: {} as KeyCaller['overrides'],
};
const person: OperatorCaller = { kind: 'operator', person: { userId: 'usr_1', email: 'ada@example.com', signInId: 'sgn_1' } };

const find = async (hash: string) => (hash === keyCaller.keyHash ? keyCaller : undefined);
const options: AuthenticateOptions = {
  keys: { find, recall: find },
  findByBearer: async (token): Promise<Caller | undefined> => (token === 'bearer' ? person : undefined),
  findSignedIn: async () => undefined,
  operatorToken: OPERATOR_TOKEN,
  metricsToken: 'metrics',
};

const refusal = (error: unknown) => (error instanceof ApiError ? error.code : error);
const ask = (scope: Parameters<typeof authenticate>[1], token: string) =>
  authenticate(options, scope, `Bearer ${token}`).catch((error: unknown) => refusal(error));

describe('authenticate', () => {
  it.each([
    ['a key, where tenants call', 'full', 'key', keyCaller],
    ['a key, where the operator does', 'operator', 'key', 'unauthorized'],
    ['the operator token, though it looks like a bearer', 'operator', OPERATOR_TOKEN, { kind: 'operator' }],
    ['the operator token, for the metrics', 'metrics', OPERATOR_TOKEN, { kind: 'operator' }],
    ['the token of the metrics, for these', 'metrics', 'metrics', { kind: 'operator' }],
    ['the token of the metrics, for more', 'operator', 'metrics', 'unauthorized'],
    ['the bearer of somebody who operates', 'operator', 'bearer', person],
    ['the same where tenants call', 'full', 'bearer', 'unauthorized'],
  ] as const)('knows %s', async (_, scope, token, expected) => {
    expect(await ask(scope, token)).toEqual(expected);
  });
});
