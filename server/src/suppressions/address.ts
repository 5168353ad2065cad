import { ApiError } from '../core/api-error.ts';
import { parseAddress } from '../core/email-address.ts';

/** What addresses are compared by, bare and in lower case. */
export const bareAddress = (text: string): string | ApiError<'invalid_email'> => parseAddress(text)?.email ?? new ApiError('invalid_email');

/** The same for look-ups and removals, which take any text: what is no address is simply not there. */
export const looseAddress = (text: string): string => parseAddress(text)?.email ?? text.trim().toLowerCase();
