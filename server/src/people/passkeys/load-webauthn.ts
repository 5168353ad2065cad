/** Returns the library that makes and checks passkeys; loaded once somebody uses one (0070). */
export const loadWebauthn = () => import('@simplewebauthn/server');
