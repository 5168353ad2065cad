import { legible } from '../../../server/src/pages/shared/legible.js';
import { readableAddresses, readableDomain } from '../../../server/src/pages/shared/readable-domain.js';

export { legible };

/** Shows addresses, or text with addresses in it, with their domains as people write them. */
export const legibleAddress = (text: string): string => legible(readableAddresses(text));

export const legibleDomain = (name: string): string => legible(readableDomain(name));
