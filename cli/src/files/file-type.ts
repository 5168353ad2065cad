import { extname } from 'node:path';

/** Media types of the files that people attach most. */
const TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.html': 'text/html',
  '.ics': 'text/calendar',
  '.json': 'application/json',
  '.zip': 'application/zip',
};

/** Returns the media type that a file's name suggests. */
export const fileType = (file: string): string | undefined => TYPES[extname(file).toLowerCase()];
