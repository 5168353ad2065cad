import { readFile } from 'node:fs/promises';
import type { GalleryTemplate } from '@posthorn/contract';

/** Folders of the gallery, in the order in which they are shown. */
export const galleryNames = ['welcome', 'confirmation', 'reset', 'invitation', 'receipt', 'digest', 'announcement', 'win-back'] as const;

interface About {
  readonly title: string;
  readonly purpose: string;
  /** The preview text that a mailbox shows next to the subject. */
  readonly preheader: string;
  /** Why somebody gets it. */
  readonly reason: string;
}

const read = async (path: string): Promise<string> => (await readFile(new URL(`./${path}`, import.meta.url), 'utf8')).trimEnd();
/** Safe because the files are ours, and a test reads each. */
const readJson = async <T>(path: string): Promise<T> => JSON.parse(await read(path)) as T;

const fill = (layout: string, parts: Readonly<Record<string, string>>): string =>
  layout.replaceAll(/\[\[(\w+)\]\]/g, (_, name: string) => parts[name] ?? '');

/** What all templates share: the frame, and the name of the product. */
interface Family {
  readonly html: string;
  readonly text: string;
  readonly product: Readonly<Record<string, string>>;
}

async function readTemplate(name: string, family: Family): Promise<GalleryTemplate> {
  const [about, subject, html, text, model] = await Promise.all([
    readJson<About>(`${name}/about.json`),
    read(`${name}/subject.txt`),
    read(`${name}/content.html`),
    read(`${name}/content.txt`),
    readJson<Readonly<Record<string, unknown>>>(`${name}/model.json`),
  ]);
  const { title, purpose, preheader, reason } = about;
  return {
    name,
    title,
    purpose,
    subject,
    html_body: `${fill(family.html, { subject, preheader, content: html, reason })}\n`,
    text_body: `${fill(family.text, { content: text, reason })}\n`,
    sample_model: { product: family.product, ...model },
  };
}

/** Returns the templates that come with the service, each put into the frame that they share. */
export async function readGallery(): Promise<readonly GalleryTemplate[]> {
  const [html, text, product] = await Promise.all([read('layout.html'), read('layout.txt'), readJson<Family['product']>('product.json')]);
  return Promise.all(galleryNames.map((name) => readTemplate(name, { html, text, product })));
}
