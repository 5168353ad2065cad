import type { CustomFetch } from 'openid-client';
import { Unavailable } from '../../core/errors/unavailable.ts';

/** An issuer's metadata, keys and tokens take a few thousand bytes. */
const MOST_BYTES = 1024 * 1024;
const NO_BODY = [204, 205, 304];

export const AWAY = 'The issuer does not answer; try again, or sign in another way.';

async function readBody({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    // Leaving the loop closes the connection.
    if (size > MOST_BYTES) throw new Error(`an answer of more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Sends a request to an issuer and reads at most 1 MiB of the answer. An incomplete answer counts as none, and so does a server error. */
export const askIssuer: CustomFetch = async (url, options) => {
  try {
    const response = await fetch(url, { ...options, body: options.body ?? null });
    const { status, statusText, headers } = response;
    const body = await readBody(response);
    if (status >= 500) throw new Error(`an answer of status ${status}`);
    return new Response(NO_BODY.includes(status) ? null : new Uint8Array(body), { status, statusText, headers });
  } catch (error) {
    throw new Unavailable(error, AWAY);
  }
};
