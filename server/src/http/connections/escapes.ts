import { isUtf8 } from 'node:buffer';

const RUN = /(?:%[0-9a-f]{2})+|%/gi;

/** An escape of what is no text stands for itself. */
const orItself = (run: string): string =>
  run.length > 2 && isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')) ? run : run.replaceAll('%', '%25');

function isWellEscaped(target: string): boolean {
  try {
    // Its result is used: the bundler leaves out a call of the language whose result is not, whatever it throws.
    return decodeURIComponent(target) !== '';
  } catch {
    return false;
  }
}

/**
 * Returns the target of a request with escapes that any decoder reads (RFC 3986, section 2.4): a broken one, `%zz` or `%ff`, comes out
 * of it as it is written. The router would try each by itself, and fail by an error for each, of which 16 KB have thousands.
 */
export const mendEscapes = (target: string): string =>
  !target.includes('%') || isWellEscaped(target) ? target : target.replaceAll(RUN, orItself);
