import { isUtf8 } from 'node:buffer';

const RUN = /(?:%[0-9a-f]{2})+|%/gi;

/** Escapes the `%` of a run of escapes that decodes to no UTF-8. */
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
 * Returns a request target whose percent-encoding is valid (RFC 3986, section 2.4): an invalid escape, `%zz` or `%ff`, becomes literal
 * text. The router would otherwise throw and catch an error for each, of which 16 KB have thousands.
 */
export const normalizeEscapes = (target: string): string =>
  !target.includes('%') || isWellEscaped(target) ? target : target.replaceAll(RUN, orItself);
