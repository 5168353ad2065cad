/** Returns what reads and checks passkeys; loaded once somebody uses one, since it takes as long as a tenth of a server's start. */
export const loadLibrary = () => import('@simplewebauthn/server');
