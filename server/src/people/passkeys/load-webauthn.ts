/** Returns the library that creates and checks passkeys; loaded on first use. */
export const loadWebauthn = () => import('@simplewebauthn/server');
