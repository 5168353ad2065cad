import { isUtf8 } from 'node:buffer';

/** Presents the bytes of a mail in JSON, which cannot carry them: as text, or as base64 where they are not valid UTF-8. */
export function presentRaw(raw: Buffer) {
  const encoding = isUtf8(raw) ? 'utf8' : 'base64';
  return { raw: raw.toString(encoding), raw_encoding: encoding } as const;
}
