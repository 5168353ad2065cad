import type { Template, TemplateVersionSummary } from '@posthorn/sdk';
import { Command } from 'commander';
import { readText } from '../../files/read-file.ts';
import { pullTemplate, pushTemplate, templateFolders } from '../../files/template-folders.ts';
import { examples, readJson, wholeNumber } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import { withSession } from '../../service/session.ts';
import { galleryCommand } from './template-gallery.ts';

const COLUMNS: Columns<Template> = {
  alias: ({ alias }) => alias,
  name: ({ name }) => name,
  active: ({ active_version: version }) => version,
  updated: ({ updated_at: at }) => time(at),
};

const VERSION_COLUMNS: Columns<TemplateVersionSummary> = {
  version: ({ version }) => version,
  active: ({ active }) => (active ? 'yes' : 'no'),
  subject: ({ subject }) => subject,
  created: ({ created_at: at }) => time(at),
};

const list = () =>
  new Command('list').description('List templates, newest first.').action(
    withSession(async ({ tenant, print }) => {
      await print.list((await tenant().templates.list()).data, COLUMNS);
    }),
  );

const get = () =>
  new Command('get')
    .description('Show a template and its versions, or one version with its bodies.')
    .argument('<alias>')
    .argument('[version]', 'its number', wholeNumber)
    .action(
      withSession(async ({ tenant, print }, alias: string, version: number | undefined) => {
        if (version !== undefined) return print.record(await tenant().templates.getVersion(alias, version));
        const { versions, ...template } = await tenant().templates.get(alias);
        if (print.json) return print.record({ ...template, versions });
        print.record(template);
        print.gap();
        await print.list(versions, VERSION_COLUMNS);
      }),
    );

const FILE_NAMES = 'subject.txt, body.html, body.txt';

const push = () =>
  new Command('push')
    .description('Upload the templates of a folder; a version is created only if something changed.')
    .argument('<folder>', `with a folder for each alias: ${FILE_NAMES}`)
    .argument('[aliases...]', 'only these')
    .option('--no-activate', 'keep sending the version that is active now')
    .action(
      withSession(async ({ tenant, print }, folder: string, aliases: readonly string[], { activate }: { activate: boolean }) => {
        const { templates } = tenant();
        const found = await templateFolders(folder, aliases);
        if (found.length === 0) print.note(`no template in ${folder}: each has a folder, named as its alias, with ${FILE_NAMES}`);
        for (const template of found) {
          const answer = await pushTemplate(templates, template, { activate }).catch((error: unknown) => {
            print.note(`${template.alias} was not pushed, nor what comes after it:`);
            throw error;
          });
          print.line(answer, `${answer.alias}: ${answer.outcome}${answer.version === null ? '' : ` (version ${answer.version})`}`);
        }
      }),
    );

const pull = () =>
  new Command('pull')
    .description('Write the active versions into a folder, as push reads it.')
    .argument('<folder>')
    .argument('[aliases...]', 'only these')
    .action(
      withSession(async ({ tenant, print }, folder: string, aliases: readonly string[]) => {
        const { templates } = tenant();
        const wanted = aliases.length > 0 ? aliases : (await templates.list()).data.map(({ alias }) => alias);
        for (const alias of wanted) {
          const answer = await pullTemplate(templates, alias, folder);
          print.line(answer, answer.version === null ? `${alias}: no version yet` : `${alias}: version ${answer.version}`);
        }
      }),
    );

const render = () =>
  new Command('render')
    .description('Show a mail as it would be sent. Nothing is sent.')
    .argument('<alias>')
    .option('--model <json>', 'values for the template, as JSON or @file')
    .option('--use <version>', 'version to use; the active one by default', wholeNumber)
    .action(
      withSession(async ({ tenant, print }, alias: string, { model, use }: { model?: string; use?: number }) => {
        const values = model === undefined ? {} : await readJson('--model', model);
        print.record(await tenant().templates.render(alias, { template_model: values, version: use }));
      }),
    );

const preview = () =>
  new Command('preview')
    .description('Show a mail rendered from a file. Nothing is stored or sent.')
    .argument('<file>', 'HTML, or plain text where its name ends in .txt')
    .option('--subject <text>', 'the subject')
    .option('--model <json>', 'values for the template, as JSON or @file')
    .action(
      withSession(async ({ tenant, print }, file: string, { subject, model }: { subject?: string; model?: string }) => {
        const source = await readText(file);
        const values = model === undefined ? {} : await readJson('--model', model);
        const body = file.endsWith('.txt') ? { text_body: source } : { html_body: source };
        print.record(await tenant().templates.preview({ ...body, subject, template_model: values }));
      }),
    );

const activate = () =>
  new Command('activate')
    .description('Activate a version, which is sent from now on.')
    .argument('<alias>')
    .argument('<version>', 'its number', wholeNumber)
    .action(
      withSession(async ({ tenant, print }, alias: string, version: number) => {
        const answer = await tenant().templates.activateVersion(alias, version);
        print.result(answer, `${alias}: version ${answer.version} is active`);
      }),
    );

const remove = () =>
  new Command('delete')
    .description('Delete a template and its versions.')
    .argument('<alias>')
    .action(
      withSession(async ({ tenant, print }, alias: string) => {
        const answer = await tenant().templates.delete(alias);
        print.result(answer, `deleted ${answer.alias}`);
      }),
    );

/** `posthorn templates …` */
export const templatesCommand = () =>
  [list(), get(), push(), pull(), render(), preview(), activate(), remove(), galleryCommand()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('templates')
      .description('Templates, their versions, and folders of them.')
      .addHelpText(
        'after',
        examples('templates pull ./templates', 'templates push ./templates welcome', 'templates render welcome --model @ada.json'),
      ),
  );
