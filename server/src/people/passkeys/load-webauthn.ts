/** Returns the library that makes and checks passkeys; loaded once somebody uses one. */
export const loadWebauthn = () => import('@simplewebauthn/server');
