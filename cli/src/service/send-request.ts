import { basename } from 'node:path';
import type { Attachment, SendRequest } from '@posthorn/sdk';
import { fileType } from '../files/file-type.ts';
import { readBytes, readTextOrStdin } from '../files/read-file.ts';
import { readJson } from '../options.ts';
import type { Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';

/** The options of `email send`. */
export interface SendFlags {
  readonly from?: string;
  readonly to: string[];
  readonly cc?: string[];
  readonly bcc?: string[];
  readonly replyTo?: string[];
  readonly subject?: string;
  readonly text?: string;
  readonly textFile?: string;
  readonly html?: string;
  readonly htmlFile?: string;
  readonly template?: string;
  readonly model?: string;
  readonly strict?: boolean;
  readonly attach?: readonly string[];
  readonly header?: Record<string, string>;
  readonly tag?: Record<string, string>;
  readonly stream?: 'transactional' | 'marketing';
  readonly at?: number;
  readonly test?: boolean;
  readonly idempotencyKey?: string;
}

async function attachmentOf(file: string): Promise<Attachment> {
  const content = (await readBytes(file)).toString('base64');
  return { filename: basename(file), content, content_type: fileType(file) };
}

type Body = Pick<SendRequest, 'text_body' | 'html_body'>;

async function readBody({ text: words, textFile, html, htmlFile, template }: SendFlags, terminal: Terminal): Promise<Body> {
  if (textFile === '-' && htmlFile === '-') throw new UsageError('only one of --text-file and --html-file can read stdin');
  if (words !== undefined && textFile !== undefined) throw new UsageError('--text and --text-file cannot be used together');
  if (html !== undefined && htmlFile !== undefined) throw new UsageError('--html and --html-file cannot be used together');
  if (words === '-') throw new UsageError('--text takes the text itself: --text-file - reads stdin');
  if (html === '-') throw new UsageError('--html takes the HTML itself: --html-file - reads stdin');
  const asked = [words, textFile, html, htmlFile, template].some((given) => given !== undefined);
  if (!asked && terminal.stdin.isTTY) terminal.stderr.write('the text, then Ctrl-D:\n');
  const textFrom = asked ? textFile : '-';
  return {
    text_body: textFrom === undefined ? words : await readTextOrStdin(textFrom, terminal),
    html_body: htmlFile === undefined ? html : await readTextOrStdin(htmlFile, terminal),
  };
}

/** Builds the request from the flags, the files that they name and stdin. */
export async function readSendRequest(flags: SendFlags, terminal: Terminal): Promise<SendRequest> {
  const from = flags.from ?? terminal.environment.POSTHORN_FROM;
  if (!from) throw new UsageError('no sender: pass --from, or set POSTHORN_FROM');
  return {
    from,
    to: flags.to,
    cc: flags.cc,
    bcc: flags.bcc,
    reply_to: flags.replyTo,
    subject: flags.subject,
    ...(await readBody(flags, terminal)),
    template_alias: flags.template,
    template_model: flags.model === undefined ? undefined : await readJson('--model', flags.model),
    strict: flags.strict,
    headers: flags.header,
    tags: flags.tag,
    attachments: flags.attach === undefined ? undefined : await Promise.all(flags.attach.map(attachmentOf)),
    stream: flags.stream,
    scheduled_at: flags.at,
    test_mode: flags.test,
  };
}
