import type { verifyRegistrationResponse } from '@simplewebauthn/server';

export type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response'];

/**
 * Whether a device says nothing of its make, as it was asked to: no statement, or one by the new key itself (WebAuthn, section
 * 6.5.3). Of any other the library checks certificates, and fetches what they name from wherever they say. Throws for what is none.
 */
export async function isUnattested({ response }: RegistrationResponse): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  return attestation.get('fmt') === 'none' || (attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}
