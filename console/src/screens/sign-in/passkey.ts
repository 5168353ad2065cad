import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

type Answer = Record<string, unknown>;

/** Whether the browser has passkeys at this address. */
export const hasPasskeys = (): boolean => window.isSecureContext && typeof PublicKeyCredential === 'function';

/** Asks the browser for a passkey. Safe because the service says what WebAuthn has it say. */
export async function askForPasskey(options: Answer): Promise<Answer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { ...(await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })) };
}

/** Has the browser make a passkey. Safe for the same reason. */
export async function makePasskey(options: Answer): Promise<Answer> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return { ...(await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })) };
}

/** Whether the person thought otherwise, which is no failure. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
