import { replaceModules } from './replace-modules.ts';

/** Options of Node by which a server sends its mail unsigned, which it does nowhere else. */
export const withoutSignature = replaceModules({
  '/server/src/delivery/mime/sign-mail.ts': 'export const signMail = async (raw) => raw;',
});
