import type { verifyRegistrationResponse } from '@simplewebauthn/server';

export type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response'];

/**
 * Returns whether a device attests nothing, as requested: no statement, or one signed by the new key itself (WebAuthn, section 6.5.3).
 * For any other statement the library would check certificates and fetch the URLs that they name. Throws for an invalid statement.
 */
export async function isUnattested({ response }: RegistrationResponse): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  return attestation.get('fmt') === 'none' || (attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}
