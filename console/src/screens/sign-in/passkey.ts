import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

type Answer = Record<string, unknown>;

/** Returns whether the browser supports passkeys at this address. */
export const hasPasskeys = (): boolean => window.isSecureContext && typeof PublicKeyCredential === 'function';

/** Asks the browser for a passkey. Safe because the options come from the service's WebAuthn library. */
export async function askForPasskey(options: Answer): Promise<Answer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { ...(await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })) };
}

/** Asks the browser to create a passkey. Safe for the same reason. */
export async function makePasskey(options: Answer): Promise<Answer> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return { ...(await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })) };
}

/** Returns whether the person cancelled, which is not a failure. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
