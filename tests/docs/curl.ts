// Stands in for curl, so that the guides' calls run on machines that have none. Takes the options that the guides use,
// prints the body of the answer, and notes the call in CALLS.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
    'data-binary': { type: 'string' },
    form: { type: 'string', short: 'F' },
    output: { type: 'string', short: 'o' },
  },
});

const STDIN = 0;

function readGiven(text: string): string {
  if (text === '@-') return readFileSync(STDIN, 'utf8');
  return text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text;
}

function readForm(text: string): FormData {
  const [name = '', file = ''] = text.split('=@');
  const form = new FormData();
  form.set(name, new File([readFileSync(file)], basename(file)));
  return form;
}

const [url = ''] = positionals;
const given = values.data ?? values['data-binary'];
const body = values.form === undefined ? given && readGiven(given) : readForm(values.form);
const method = values.request ?? (body === undefined ? 'GET' : 'POST');
const headers = new Headers(
  values.header.map((header): [string, string] => [header.split(':')[0] ?? '', header.replace(/^[^:]*:/, '').trim()]),
);
const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
const text = await response.text();

appendFileSync(process.env.CALLS ?? '', `${JSON.stringify({ method, path: new URL(url).pathname, status: response.status, text })}\n`);
if (values.output === undefined) process.stdout.write(text);
else writeFileSync(values.output, text);
