import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GalleryTemplate, GalleryTemplateSummary } from '@posthorn/sdk';
import { Command } from 'commander';
import { writeFolder } from '../../files/template-folders.ts';
import { examples } from '../../options.ts';
import type { Columns } from '../../output/table.ts';
import { type Session, withSession } from '../../service/session.ts';
import { UsageError } from '../../usage-error.ts';

const COLUMNS: Columns<GalleryTemplateSummary> = {
  name: ({ name }) => name,
  subject: ({ subject }) => subject,
  purpose: ({ purpose }) => purpose,
};

interface Flags {
  readonly create?: true;
  readonly alias?: string;
  readonly into?: string;
}

/** Makes a template of the tenant's own, with its first version. */
async function create({ tenant, print }: Session, { title, subject, html_body, text_body, ...found }: GalleryTemplate, given?: string) {
  const { templates } = tenant();
  const { alias } = await templates.create({ alias: given ?? found.name, name: title });
  const { version } = await templates.createVersion(alias, { subject, html_body, text_body });
  print.line({ alias, version }, `${alias}: version ${version} is active`);
}

/** Writes the files that `push` reads, and the model that `render` takes. */
async function write({ print }: Session, template: GalleryTemplate, { into = '.', alias = template.name }: Flags) {
  await writeFolder(into, { alias, parts: template });
  const model = join(into, alias, 'model.json');
  await writeFile(model, `${JSON.stringify(template.sample_model, undefined, 2)}\n`);
  print.line({ alias, folder: join(into, alias) }, `${alias}: written to ${join(into, alias)}`);
}

/** `posthorn templates gallery` */
export const galleryCommand = () =>
  new Command('gallery')
    .description('Templates to start from: list them, show one, or create your own from it.')
    .argument('[name]', 'one of them')
    .option('--create', 'create a template from it, with an active version')
    .option('--into <folder>', 'write its files into a folder, as push reads it, with a sample model')
    .option('--alias <alias>', 'alias of the template; its name in the gallery by default')
    .action(
      withSession(async (session, name: string | undefined, flags: Flags) => {
        const { templates } = session.tenant();
        if (name === undefined) {
          if (flags.create || flags.into !== undefined) throw new UsageError('name a template: posthorn templates gallery lists them');
          return session.print.list((await templates.listGallery()).data, COLUMNS);
        }
        const template = await templates.getGalleryTemplate(name);
        if (flags.into !== undefined) await write(session, template, flags);
        if (flags.create) await create(session, template, flags.alias);
        if (flags.into === undefined && !flags.create) session.print.record(template);
      }),
    )
    .addHelpText(
      'after',
      examples('templates gallery', 'templates gallery receipt --create', 'templates gallery receipt --into ./templates'),
    );
