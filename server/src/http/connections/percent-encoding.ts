import { isUtf8 } from 'node:buffer';

const RUN = /(?:%[0-9a-f]{2})+|%/gi;

/** Escapes the `%` of a run of escapes that does not decode to UTF-8. */
const orItself = (run: string): string =>
  run.length > 2 && isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')) ? run : run.replaceAll('%', '%25');

function isWellEscaped(target: string): boolean {
  try {
    // The result is used because the bundler removes calls of built-in functions with an unused result, even if they can throw.
    return decodeURIComponent(target) !== '';
  } catch {
    return false;
  }
}

/**
 * Returns a request target whose percent-encoding is valid (RFC 3986, section 2.4): an invalid escape, `%zz` or `%ff`, becomes literal
 * text. The router would otherwise throw and catch an error for each, and 16 KB can hold thousands.
 */
export const normalizeEscapes = (target: string): string =>
  !target.includes('%') || isWellEscaped(target) ? target : target.replaceAll(RUN, orItself);
