import { limits } from '@posthorn/contract';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { Config } from '../../config/config.ts';
import { systemClock } from '../../core/clock.ts';
import { HOUR_MS } from '../../core/durations.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { cutText } from '../../core/text/characters.ts';
import { toStorable } from '../../core/text/storable.ts';
import { AWAY, askIssuer } from './ask-issuer.ts';

/** How long the metadata of an issuer is cached. */
const KNOWN_MS = HOUR_MS;
const TIMEOUT_SECONDS = 10;

/** The values that belong to one attempt to sign in. */
export interface Attempt {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person as an issuer knows them. */
export interface Identity {
  /** The issuer and its name for the person, which is never reassigned to somebody else. */
  readonly subject: string;
  /** As written by the issuer; null unless the issuer has verified it. */
  readonly email: string | null;
  readonly name: string | null;
}

export interface Issuer {
  /** Returns the page to send the browser to. */
  pageFor(attempt: Attempt): Promise<string>;
  /** Returns who came back; throws for an answer that does not belong to the attempt. */
  identify(attempt: Attempt, response: string): Promise<Identity>;
}

type Settings = Pick<Config, 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'> & { readonly OIDC_ISSUER: string };

const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** Throws unless the metadata names every endpoint that a sign-in needs, at addresses where browsers and secrets may be sent. */
function assertUsable(configuration: Configuration, { protocol }: URL): Configuration {
  const metadata = configuration.serverMetadata();
  for (const name of NEEDED) {
    const place = URL.parse(metadata[name] ?? '');
    if (place?.protocol !== 'https:' && place?.protocol !== protocol) throw new Error(`the issuer names no ${name} that can be used`);
  }
  return configuration;
}

async function discover({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id = '', OIDC_CLIENT_SECRET: secret }: Settings): Promise<Configuration> {
  const server = new URL(issuer);
  // Otherwise the connection to the issuer replaces the signature. Plain HTTP is possible only on loopback, where the settings allow it.
  const execute = [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])];
  const configuration = await discovery(server, id, secret, undefined, { execute, timeout: TIMEOUT_SECONDS, [customFetch]: askIssuer });
  return assertUsable(configuration, server);
}

/** OpenID Connect Core, section 2. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const nameOr = (value: unknown): string | null => textOr(cutText(toStorable(textOr(value) ?? '').trim(), limits.nameLength));

/** Creates a client for an OpenID Connect issuer. The metadata is fetched when somebody signs in. */
export function createIssuer(settings: Settings): Issuer {
  let known: { readonly configuration: Promise<Configuration>; readonly until: number } | undefined;

  async function configure(): Promise<Configuration> {
    const now = systemClock.monotonic();
    if (known === undefined || known.until < now) known = { configuration: discover(settings), until: now + KNOWN_MS };
    try {
      return await known.configuration;
    } catch (error) {
      known = undefined;
      throw new Unavailable(error, AWAY);
    }
  }

  return {
    async pageFor({ redirectUri, state, nonce, verifier }) {
      const configuration = await configure();
      const challenge = await calculatePKCECodeChallenge(verifier);
      return buildAuthorizationUrl(configuration, {
        ...{ redirect_uri: redirectUri, scope: 'openid email profile', state, nonce },
        ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      }).href;
    },
    async identify({ redirectUri, state, nonce, verifier }, response) {
      const configuration = await configure();
      const returned = new URL(redirectUri);
      returned.search = response;
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(configuration, returned, checks);
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the issuer has sent no ID token');
      if (!SUBJECT.test(claims.sub)) throw new Error('the issuer has a name for the person that is none');
      // Some issuers put the identity in the token and the address elsewhere.
      const asks = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
      const info = asks ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
      const email = info.email_verified === true ? textOr(info.email) : null;
      return { subject: `${claims.iss} ${claims.sub}`, email, name: nameOr(info.name) };
    },
  };
}
