import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Posthorn, PosthornError, type TemplateDetail } from '@posthorn/sdk';
import { UsageError } from '../usage-error.ts';
import { readText } from './read-file.ts';

type Templates = Posthorn['templates'];

interface Parts {
  readonly subject: string | null;
  readonly html_body: string | null;
  readonly text_body: string | null;
}

/** A template as a folder has it. */
interface TemplateFolder {
  readonly alias: string;
  readonly parts: Parts;
}

interface Outcome {
  readonly alias: string;
  readonly outcome: 'unchanged' | 'created' | 'updated' | 'activated';
  /** The version that the folder now equals. */
  readonly version: number | null;
}

const FILES = { subject: 'subject.txt', html_body: 'body.html', text_body: 'body.txt' } as const;

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function readPart(file: string): Promise<string | null> {
  try {
    return await readText(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function readFolder(folder: string, alias: string): Promise<TemplateFolder> {
  const path = (file: string) => join(folder, alias, file);
  const subject = await readPart(path(FILES.subject));
  const parts = {
    // Editors end a file with a line break, which no subject may hold.
    subject: subject === null ? null : subject.replace(/\r?\n$/, ''),
    html_body: await readPart(path(FILES.html_body)),
    text_body: await readPart(path(FILES.text_body)),
  };
  if (parts.html_body === null && parts.text_body === null)
    throw new UsageError(`${join(folder, alias)}: neither ${FILES.html_body} nor ${FILES.text_body}`);
  return { alias, parts };
}

/** The templates of a folder, or those of them that are named. */
export async function templateFolders(folder: string, aliases: readonly string[]): Promise<readonly TemplateFolder[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  const missing = aliases.find((alias) => !found.includes(alias));
  if (missing !== undefined) throw new UsageError(`${folder} has no folder ${missing}`);
  const wanted = aliases.length > 0 ? aliases : found.sort();
  return Promise.all(wanted.map((alias) => readFolder(folder, alias)));
}

async function findTemplate(templates: Templates, alias: string): Promise<TemplateDetail | undefined> {
  try {
    return await templates.get(alias);
  } catch (error) {
    if (error instanceof PosthornError && error.is('not_found')) return undefined;
    throw error;
  }
}

const same = (a: Parts, b: Parts) => a.subject === b.subject && a.html_body === b.html_body && a.text_body === b.text_body;

/** Makes a version of what a folder holds, unless the active version or the newest one holds the same. */
export async function pushTemplate(
  templates: Templates,
  { alias, parts }: TemplateFolder,
  { activate }: { activate: boolean },
): Promise<Outcome> {
  const known = await findTemplate(templates, alias);
  if (known === undefined) await templates.create({ alias });
  const newest = known?.versions[0];
  const active = known?.versions.find((version) => version.active);
  if (active !== undefined && active !== newest && same(await templates.getVersion(alias, active.version), parts))
    return { alias, outcome: 'unchanged', version: active.version };
  if (newest === undefined || !same(await templates.getVersion(alias, newest.version), parts)) {
    const given = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null));
    const { version } = await templates.createVersion(alias, { ...given, activate });
    return { alias, outcome: known === undefined ? 'created' : 'updated', version };
  }
  if (newest.active || !activate) return { alias, outcome: 'unchanged', version: newest.version };
  await templates.activateVersion(alias, newest.version);
  return { alias, outcome: 'activated', version: newest.version };
}

/** Throws for what is no alias: an answer of the service must not lead out of the folder. */
function assertAlias(alias: string): void {
  if (!/^[A-Za-z][A-Za-z0-9_.-]*$/.test(alias)) throw new UsageError(`no alias of a template: ${alias}`);
}

async function writePart(file: string, text: string | null): Promise<void> {
  if (text === null) await rm(file, { force: true });
  else await writeFile(file, text);
}

/** Writes a template into a folder of its own; a part that it lacks is removed there. */
export async function writeFolder(folder: string, { alias, parts }: TemplateFolder): Promise<void> {
  assertAlias(alias);
  await mkdir(join(folder, alias), { recursive: true });
  await writePart(join(folder, alias, FILES.subject), parts.subject === null ? null : `${parts.subject}\n`);
  await writePart(join(folder, alias, FILES.html_body), parts.html_body);
  await writePart(join(folder, alias, FILES.text_body), parts.text_body);
}

/** Writes the active version into a folder, the newest one where none is active. */
export async function pullTemplate(
  templates: Templates,
  alias: string,
  folder: string,
): Promise<{ alias: string; version: number | null }> {
  const { versions } = await templates.get(alias);
  const wanted = versions.find(({ active }) => active) ?? versions[0];
  if (wanted === undefined) return { alias, version: null };
  const shown = await templates.getVersion(alias, wanted.version);
  await writeFolder(folder, { alias, parts: shown });
  return { alias, version: shown.version };
}
