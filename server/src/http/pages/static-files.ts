import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sha256 } from '../../core/crypto/hash.ts';
import { errorCodeOf } from '../../core/errors/error-code.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A response body with the ETag that validates a browser's copy (RFC 9110, section 8.8.3). */
export interface StaticFile {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly zipped: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
}

/** A folder, of which files with certain names are served. */
export interface StaticFolder {
  readonly url: URL;
  /** Names relative to the folder, which they cannot leave. */
  readonly names: RegExp;
}

const zip = promisify(gzip);

export async function staticFile(content: Uint8Array<ArrayBuffer>, name: string): Promise<StaticFile> {
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  // Weak, since compressed and plain bytes share it.
  return { content, zipped: await zip(content), type, etag: `W/"${sha256(content).slice(0, 32)}"` };
}

/** Reads each file of a folder once. */
export interface StaticFiles {
  /** Undefined for a file that does not exist, or is not served. */
  find(name: string): Promise<StaticFile | undefined>;
}

export function createStaticFiles({ url, names }: StaticFolder): StaticFiles {
  const found = new Map<string, StaticFile>();
  return {
    async find(name) {
      const known = found.get(name);
      if (known !== undefined || !names.test(name)) return known;
      try {
        const file = await staticFile(await readFile(new URL(name, url)), name);
        found.set(name, file);
        return file;
      } catch (error) {
        if (errorCodeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}

const names = (header: string | null, wanted: string) => header?.split(',').some((given) => given.trim().startsWith(wanted)) ?? false;

/** Returns a file, or 304 if the browser already has it. */
export function answerFile({ content, zipped, type, etag }: StaticFile, request: Headers, headers: Record<string, string>): Response {
  const every = { ...headers, ETag: etag, Vary: 'Accept-Encoding', 'Cache-Control': 'no-cache' };
  if (names(request.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: every });
  const known = { ...every, 'Content-Type': type };
  if (!names(request.get('accept-encoding'), 'gzip')) return new Response(content, { headers: known });
  return new Response(zipped, { headers: { ...known, 'Content-Encoding': 'gzip' } });
}
