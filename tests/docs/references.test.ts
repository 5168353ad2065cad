import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { accountEventTypes, messageEventTypes } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../cli/src/program.ts';
import { settings } from '../../server/src/config/config.ts';
import { type Document, documents, guides, ROOT, spansOf } from './documents.ts';

/** What the clients read: the command line, the SDK's examples, Resend's client and Node; and deploy/compose.yaml. */
const CLIENT_VARIABLES = [
  'POSTHORN_URL',
  'POSTHORN_API_KEY',
  'POSTHORN_FROM',
  'POSTHORN_TENANT_ID',
  'POSTHORN_WEBHOOK_SECRET',
  'RESEND_BASE_URL',
  'NODE_EXTRA_CA_CERTS',
  'DOMAIN',
  'TLS_DIR',
];

/** What Django, Laravel and Gitea read, which docs/smtp.md has send by SMTP. */
const OTHERS_VARIABLES = [
  ...['EMAIL_BACKEND', 'EMAIL_HOST', 'EMAIL_PORT', 'EMAIL_USE_TLS', 'EMAIL_HOST_USER', 'EMAIL_HOST_PASSWORD', 'DEFAULT_FROM_EMAIL'],
  ...['MAIL_MAILER', 'MAIL_HOST', 'MAIL_PORT', 'MAIL_USERNAME', 'MAIL_PASSWORD', 'MAIL_FROM_ADDRESS'],
  ...['SMTP_ADDR', 'SMTP_PORT'],
];

/** What tests and benchmarks read, by their paths. */
const variablesOfTests = new Map(
  [...globSync('{tests,server/src}/**/*.test.ts', { cwd: ROOT }), ...globSync('tests/bench/*.ts', { cwd: ROOT })].map((path) => {
    const read = readFileSync(join(ROOT, path), 'utf8').matchAll(/process\.env\.(\w+)/g);
    return [path, [...read].map(([, name = '']) => name)] as const;
  }),
);

const shellOf = ({ blocks }: Document) => blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
const codeOf = (document: Document) => [...spansOf(document), ...document.blocks.map(({ text }) => text)];

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (file: string) => [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading));

/** Where a file of the repository is read in a browser; the packages and the units name it by this. */
const ON_THE_WEB = 'https://github.com/posthorn/posthorn/blob/main/';

/** Whether a link leads to a file of the repository, and to a heading in it if it names one. */
function leadsNowhere(link: string, path: string): boolean {
  const [target = '', anchor] = link.split('#');
  const near = target === '' ? path : join(dirname(path), target);
  const file = join(ROOT, target.startsWith(ON_THE_WEB) ? target.slice(ON_THE_WEB.length) : near);
  return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
}

/** Links to the repository, in Markdown and in HTML, that lead nowhere. */
function brokenLinks({ path, text }: Document): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|\s(?:src|srcset|href)="([^"]+)"/g)].map(([, inText, inHtml = '']) => inText ?? inHtml);
  return links.filter((link) => (link.startsWith(ON_THE_WEB) || !/^(?:https?|mailto):/.test(link)) && leadsNowhere(link, path));
}

const UPPER_CASE = /(?<![\w.-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w.-])/g;

/** Words that can only be variables, in text and in blocks, and whatever a block without a call sets: it sets up the service. */
function variablesOf(document: Document): string[] {
  const used = codeOf(document).flatMap((code) => [...code.matchAll(UPPER_CASE)].map(([name]) => name));
  const set = shellOf(document)
    .filter((text) => !/^curl /m.test(text))
    .flatMap((text) => [...text.matchAll(/^(?:export )?([A-Z_]+)=/gm)].map(([, name = '']) => name));
  return [...used, ...set];
}

/** Every `posthorn …` of the document, as words. */
function commandLinesOf(document: Document): string[][] {
  const lines = [...spansOf(document), ...shellOf(document).flatMap((text) => text.replaceAll('\\\n', ' ').split('\n'))];
  const asked = lines.map((line) => /(?:^|\s)(?:npm run -s posthorn --|posthorn)\s+(?=[a-z])(.*)/.exec(line)?.[1]);
  return asked.filter((line) => line !== undefined).map((line) => line.match(/'[^']*'|"[^"]*"|\S+/g) ?? []);
}

type Command = ReturnType<typeof createProgram>;

const findIn = (command: Command, name: string | undefined) => command.commands.find((one) => one.name() === name);

/** What is wrong with a command line; undefined where nothing is. */
function faultOf(words: readonly string[]): string | undefined {
  const program = createProgram();
  const noun = findIn(program, words[0]);
  if (noun === undefined) return `there is no command ${words[0]}`;
  const verb = noun.commands.length === 0 ? noun : findIn(noun, words[1]);
  // A noun may be named by itself, or with what comes after it left out.
  if (verb === undefined) return [undefined, '…', '--help'].includes(words[1]) ? undefined : `${words[0]} has no ${words[1]}`;
  const known = ['--help', ...[...verb.options, ...program.options].flatMap(({ long, short }) => [long, short])];
  const unknown = words.find((word) => word.startsWith('-') && word !== '-' && !known.includes(word.split('=')[0]));
  return unknown === undefined ? undefined : `${verb.name()} takes no ${unknown}`;
}

describe.each(documents)('$path', (document) => {
  it('links to what there is', () => {
    expect(brokenLinks(document)).toEqual([]);
  });
});

describe.each(guides)('$path', (document) => {
  it('names variables that somebody reads', () => {
    const read = [...Object.keys(settings), ...CLIENT_VARIABLES, ...OTHERS_VARIABLES];
    const known = [...read, ...read.map((name) => `${name}_FILE`), ...[...variablesOfTests.values()].flat()];
    expect(variablesOf(document).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('names commands that there are', () => {
    const faults = commandLinesOf(document).map((words) => ({ command: words.join(' '), fault: faultOf(words) }));
    expect(faults.filter(({ fault }) => fault !== undefined)).toEqual([]);
  });
});

it.each(globSync('deploy/systemd/*.service', { cwd: ROOT }))('%s names a document that there is', (unit) => {
  const [, named] = /^Documentation=(\S+)$/m.exec(readFileSync(join(ROOT, unit), 'utf8')) ?? [];
  expect([named, leadsNowhere(named ?? '', unit)]).toEqual([expect.stringContaining(ON_THE_WEB), false]);
});

it('has an index of all records, by their titles', () => {
  const folder = join(ROOT, 'docs/decisions');
  const entries = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^- \[\d{4}\]\((\S+)\) ([^;\n]+)/gm)];
  const titles = globSync('[0-9]*.md', { cwd: folder }).map((name) => [
    name,
    /^# (.+)/.exec(readFileSync(join(folder, name), 'utf8'))?.[1],
  ]);
  expect(new Map(entries.map(([, name, title]) => [name, title]))).toEqual(new Map(titles.map(([name, title]) => [name, title])));
});

it('finds what is wrong with a document', () => {
  const text =
    '# Top\n\n[there](README.md#posthorn) [gone](gone.md) [nowhere](#bottom) [web](https://github.com/posthorn/posthorn/blob/main/none.md)\n' +
    '\n<img src="none.png"> <a href="https://example.com">\n\n`NO_SUCH` `posthorn email fly` `posthorn email send --fast`\n';
  const document = { path: 'BROKEN.md', text, blocks: [{ language: 'sh', text: 'OWN=1\nposthorn sing\n' }] };
  expect(variablesOf(document)).toEqual(['NO_SUCH', 'OWN']);
  expect(commandLinesOf(document).map(faultOf)).toEqual(['email has no fly', 'send takes no --fast', 'there is no command sing']);
  expect(brokenLinks({ ...document, path: 'README.md' })).toEqual([
    ...['gone.md', '#bottom', 'https://github.com/posthorn/posthorn/blob/main/none.md', 'none.png'],
  ]);
});

describe('the table of settings', () => {
  const table = guides.find(({ path }) => path === 'docs/configuration.md');
  const rows = [...(table?.text.matchAll(/^\| (`[^|]+`) +\| ([^|]*?) +\|/gm) ?? [])].flatMap(([, names = '', defaults = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, defaults })),
  );

  it('has every variable that is read, and no other', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(settings).sort());
  });

  it('gives each the default that it has', () => {
    const wrong = rows.filter(({ name, defaults }) => settings[name] !== undefined && !defaults.includes(String(settings[name])));
    expect(wrong).toEqual([]);
  });
});

describe('the guide to webhooks', () => {
  const guide = guides.find(({ path }) => path === 'docs/webhooks.md')?.text ?? '';
  const rows = [...guide.matchAll(/^\| (`\w+`(?:, `\w+`)*) +\|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );

  it('has a row for each type of event of a message, and for no other', () => {
    expect(rows.toSorted()).toEqual([...messageEventTypes].sort());
  });

  it('names each other type', () => {
    expect(accountEventTypes.filter((type) => !guide.includes(`\`${type}\``))).toEqual([]);
  });
});

describe('docs/reliability.md', () => {
  const reliability = guides.find(({ path }) => path === 'docs/reliability.md');
  const commands = spansOf(reliability ?? { path: '', text: '', blocks: [] }).filter((span) => /\bnpm (?:test|run bench) -- /.test(span));
  const filesOf = (command: string) => {
    const [, script = '', names = ''] = /npm (test|run bench) -- (.+)$/.exec(command) ?? [];
    return names.split(' ').map((name) => {
      const path = script === 'test' ? name : `tests/bench/${name}.ts`;
      return { name, files: [...variablesOfTests.keys()].filter((file) => file.includes(path)) };
    });
  };
  const rows = [...(reliability?.text.matchAll(/^\|(?! *-)(.+)\|$/gm) ?? [])].map(([, cells = '']) =>
    cells.split('|').map((cell) => cell.trim()),
  );

  it('says of each promise what holds it, how it is run, what came of it, and what turns it red', () => {
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((cells) => cells.length !== 5 || cells.includes(''))).toEqual([]);
    const promises = rows.filter(([promise]) => promise !== 'promise');
    expect(promises.filter(([, tests = '']) => !/\]\(\.\.\/(?:tests|server)\/[^)]+\.ts\)/.test(tests))).toEqual([]);
  });

  it('shows commands that run something, with variables that it reads', () => {
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) {
      const files = filesOf(command);
      expect(files.filter(({ files: found }) => found.length === 0)).toEqual([]);
      const read = files.flatMap(({ files: found }) => found.flatMap((file) => variablesOfTests.get(file) ?? []));
      const set = [...command.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
      expect(set.filter((name) => !read.includes(name))).toEqual([]);
    }
  });
});
