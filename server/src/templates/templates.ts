import { LRUCache } from 'lru-cache';
import type { AppContext } from '../app-context.ts';
import type { Gallery } from './gallery/gallery.ts';
import type { RenderPool } from './render/render-pool.ts';
import type { StoredVersion } from './template.ts';
import type { TextMaker } from './text/text-maker.ts';

/** What templates are checked and rendered with. */
export interface Templates {
  readonly app: AppContext;
  readonly pool: RenderPool;
  readonly texts: TextMaker;
  readonly gallery: Gallery;
  /** Active versions, each under a version of its tenant's settings, which changes with any template. */
  readonly active: LRUCache<string, StoredVersion>;
}

/** Characters of sources that are kept. */
const CACHED_LENGTH = 32 * 1024 * 1024;
const ENTRY_LENGTH = 500;

const lengthOf = ({ subject, html, text }: StoredVersion) =>
  ENTRY_LENGTH + (subject?.length ?? 0) + (html?.length ?? 0) + (text?.length ?? 0);

export const createVersionCache = (): Templates['active'] => new LRUCache({ maxSize: CACHED_LENGTH, sizeCalculation: lengthOf });
