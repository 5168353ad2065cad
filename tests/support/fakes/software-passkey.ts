import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

export type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
}

/** The part of CBOR (RFC 8949) that WebAuthn uses, with at most 65,535 bytes per part. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const pairs = [...value].flatMap(([name, held]) => [encodeCbor(name), encodeCbor(held)]);
    return Buffer.concat([head(5, value.size), ...pairs]);
  }
  const items = [...(value as readonly Cbor[])];
  return Buffer.concat([head(4, items.length), ...items.map(encodeCbor)]);
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** User present and verified, with a key of its own; afterwards it has signed once. */
const FLAGS = 0x45;

/** The data that a statement is about. */
export interface Attested {
  readonly authData: Buffer;
  readonly clientDataHash: Buffer;
  readonly credentialId: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export interface PasskeyForm {
  /** The attestation of the device; by default `none`. */
  readonly attest?: (attested: Attested) => { readonly fmt: string; readonly statement: ReadonlyMap<string, Cbor> };
  readonly transports?: unknown;
  readonly credentialId?: Buffer;
}

/** Returns the answer of an emulated device (WebAuthn, section 6.5): ECDSA on P-256. */
export function makePasskey(
  { challenge, origin, rpId }: { readonly challenge: string; readonly origin: string; readonly rpId: string },
  { attest, transports = ['internal'], credentialId = randomBytes(32) }: PasskeyForm = {},
) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const own = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ] as const;
  const size = Buffer.from([credentialId.length >> 8, credentialId.length & 0xff]);
  const key = encodeCbor(new Map<number, Cbor>(own));
  const authData = Buffer.concat([sha256(rpId), Buffer.from([FLAGS, 0, 0, 0, 1]), Buffer.alloc(16), size, credentialId, key]);
  const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin }));
  const attested = { authData, clientDataHash: sha256(clientDataJSON), credentialId, privateKey, publicKey };
  const { fmt, statement } = attest?.(attested) ?? { fmt: 'none', statement: new Map() };
  const attestationObject = encodeCbor(
    new Map<string, Cbor>([
      ['fmt', fmt],
      ['attStmt', statement],
      ['authData', authData],
    ]),
  );
  const id = base64url(credentialId);
  const response = { clientDataJSON: base64url(clientDataJSON), attestationObject: base64url(attestationObject), transports };
  return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
}
