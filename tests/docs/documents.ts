import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** A fenced block of a document. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

export interface Document {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

const FENCE = /^```(\w*)\n(.*?)^```$/gms;

function readDocument(path: string): Document {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const blocks = [...text.matchAll(FENCE)].map(([, language = '', body = '']) => ({ language, text: body }));
  return { path, text, blocks };
}

/** What is written for those who use the service. */
export const guides: readonly Document[] = [
  'README.md',
  ...globSync('{cli,sdk,contract}/README.md', { cwd: ROOT }).sort(),
  ...globSync('docs/*.md', { cwd: ROOT }).sort(),
].map(readDocument);

/** Everything that is written in Markdown. */
export const documents: readonly Document[] = [
  ...guides,
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/decisions/*.md', { cwd: ROOT })].map(readDocument),
];

/** The text outside of fenced blocks. */
export const proseOf = ({ text }: Document): string => text.replaceAll(FENCE, '');

/** What stands between backticks in the text. */
export const spansOf = (document: Document): string[] => [...proseOf(document).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
