import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A person, as the issuer knows them. */
export interface Subject {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: unknown;
  readonly name?: string;
}

/** A deviation of the issuer from correct behaviour. */
export type Fault =
  | 'nonce'
  | 'audience'
  | 'issuer'
  | 'signature'
  | 'expired'
  | 'refusal'
  | 'unsigned'
  | 'away'
  | 'page'
  | keyof typeof unsaid
  | 'broken off'
  | 'failing'
  | keyof typeof endless
  | keyof typeof shared;

/** Fields missing from its metadata. */
const unsaid = { 'no page': 'authorization_endpoint', 'no place for codes': 'token_endpoint', 'no keys': 'jwks_uri' } as const;

/** Endpoints whose answers never end. */
const endless = { 'endless metadata': '/.well-known/openid-configuration', 'endless token': '/token', 'endless keys': '/jwks' } as const;

/** Shared secrets that sign a token which only the issuer's key may sign. */
const shared = {
  'signature by the public key': (publicKey: KeyObject) => publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  'signature by the secret of the client': () => CLIENT.secret,
} as const;

export interface TestIssuer {
  readonly url: string;
  /** Settings of a server whose people sign in here. */
  readonly environment: Readonly<Record<string, string>>;
  /** Bytes sent of an answer that never ends. */
  readonly poured: number;
  /** Sends a browser to a page of the issuer, where somebody is signed in; returns the query that it comes back with. */
  visit(page: string, who: Subject): Promise<string>;
  /** Behaves incorrectly from now on; correctly without an argument. */
  misbehave(fault?: Fault): void;
  /** Whether claims other than `sub` are only at the userinfo endpoint. */
  keepClaimsApart(apart: boolean): void;
  close(): Promise<void>;
}

interface Grant {
  readonly who: Subject;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

const CLIENT = { id: 'posthorn', secret: 'a secret of the client' };
const JSON_TYPE = { 'content-type': 'application/json' };
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function createTokens() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] },
    issue(claims: object, fault: Fault | undefined): string {
      const unsigned = fault === 'unsigned';
      const secret = fault !== undefined && fault in shared ? shared[fault as keyof typeof shared](publicKey) : undefined;
      const alg = unsigned ? 'none' : secret === undefined ? 'RS256' : 'HS256';
      const content = `${base64url({ alg, kid: 'k1' })}.${base64url(claims)}`;
      if (secret !== undefined) return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
      const key = fault === 'signature' ? other.privateKey : privateKey;
      return `${content}.${unsigned ? '' : sign('sha256', Buffer.from(content), key).toString('base64url')}`;
    },
  };
}

/** Sends an endless answer, as long as somebody reads it. */
function pour(response: ServerResponse, tell: (bytes: number) => void): void {
  const piece = Buffer.alloc(64 * 1024, ' ');
  const on = () => {
    while (!response.destroyed) {
      tell(piece.length);
      if (!response.write(piece)) return;
    }
  };
  response.writeHead(200, JSON_TYPE).on('drain', on);
  on();
}

/** Starts a small OpenID Connect issuer on loopback: discovery, codes with PKCE, signed ID tokens, claims about people. */
export async function startIssuer(): Promise<TestIssuer> {
  const tokens = createTokens();
  const codes = new Map<string, Grant>();
  const granted = new Map<string, Subject>();
  let fault: Fault | undefined;
  let apart = false;
  let url = '';
  let poured = 0;

  const discovered = () =>
    fault !== undefined && fault in unsaid ? { ...said(), [unsaid[fault as keyof typeof unsaid]]: undefined } : said();
  const said = () => ({
    issuer: url,
    authorization_endpoint: fault === 'page' ? 'javascript:alert(1)' : `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    userinfo_endpoint: `${url}/claims`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    code_challenge_methods_supported: ['S256'],
  });

  function claimsOf({ who, nonce }: Grant): object {
    const seconds = Math.floor(Date.now() / 1000);
    const { sub, ...rest } = who;
    return {
      ...(apart ? {} : rest),
      sub,
      iss: fault === 'issuer' ? 'https://other.example' : url,
      aud: fault === 'audience' ? 'somebody-else' : CLIENT.id,
      nonce: fault === 'nonce' ? 'another' : nonce,
      iat: seconds,
      exp: seconds + (fault === 'expired' ? -3600 : 300),
    };
  }

  async function exchange(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const form = new URLSearchParams(await text(request));
    const grant = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const isClient = form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret;
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = grant?.challenge === proof && grant.redirectUri === form.get('redirect_uri');
    if (!isClient || grant === undefined || !isRight) return { status: 400, body: { error: 'invalid_grant' } };
    const access = randomUUID();
    granted.set(access, grant.who);
    const body = { access_token: access, token_type: 'Bearer', expires_in: 300, id_token: tokens.issue(claimsOf(grant), fault) };
    return { status: 200, body };
  }

  /** Returns whether the answer was spoiled before any content. */
  function spoil(response: ServerResponse, pathname: string): boolean {
    const isEndless = fault !== undefined && fault in endless && endless[fault as keyof typeof endless] === pathname;
    if (isEndless)
      pour(response, (bytes) => {
        poured += bytes;
      });
    const ofToken = pathname === '/token' ? fault : undefined;
    if (fault === 'away') response.destroy();
    if (ofToken === 'failing') response.writeHead(500).end();
    if (ofToken === 'broken off') response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' }).write('{', () => response.destroy());
    return isEndless || fault === 'away' || ofToken === 'failing' || ofToken === 'broken off';
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', url);
    const reply = (status: number, body: object) => response.writeHead(status, JSON_TYPE).end(JSON.stringify(body));
    if (spoil(response, pathname)) return undefined;
    if (pathname === '/.well-known/openid-configuration') return reply(200, discovered());
    if (pathname === '/jwks') return reply(200, tokens.jwks);
    if (pathname === '/claims') return reply(200, granted.get((request.headers.authorization ?? '').replace('Bearer ', '')) ?? {});
    const { status, body } = await exchange(request);
    return reply(status, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe because a server that listens on a port has an address of this form.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    get poured() {
      return poured;
    },
    environment: { OIDC_ISSUER: url, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    async visit(page, who) {
      const { searchParams: asked } = new URL(page);
      const given = (name: string) => asked.get(name) ?? '';
      if (given('code_challenge_method') !== 'S256' || given('client_id') !== CLIENT.id)
        throw new Error(`not asked as it should be: ${page}`);
      if (fault === 'refusal') return new URLSearchParams({ error: 'access_denied', state: given('state') }).toString();
      const code = randomUUID();
      codes.set(code, { who, nonce: given('nonce'), challenge: given('code_challenge'), redirectUri: given('redirect_uri') });
      return new URLSearchParams({ code, state: given('state') }).toString();
    },
    misbehave(next) {
      fault = next;
    },
    keepClaimsApart(next) {
      apart = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
