import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { tryTemporaryFile } from '../core/incoming/temporary-file.ts';

function findNearest(path: string): string {
  const above = dirname(path);
  return above === path || statSync(above, { throwIfNoEntry: false }) !== undefined ? above : findNearest(above);
}

/** Throws where what is not there yet could not be made: the nearest folder above it that is there cannot be written. */
export const tryPlaceOf = (path: string): Promise<void> => tryTemporaryFile(findNearest(resolve(path)));
