import type { GalleryTemplate } from '@posthorn/contract';
import { readGallery } from './read-gallery.ts';

/** The templates that come with the service, read from their files when they are first asked for. */
export interface Gallery {
  list(): Promise<readonly GalleryTemplate[]>;
  find(name: string): Promise<GalleryTemplate | undefined>;
}

export function createGallery(): Gallery {
  let known: Promise<readonly GalleryTemplate[]> | undefined;
  const list = () => {
    known ??= readGallery();
    return known;
  };
  return { list, find: async (name) => (await list()).find((template) => template.name === name) };
}
