import type { InboundMail } from '@posthorn/sdk';
import { Command } from 'commander';
import { assertWritable, saveBytes } from '../../files/save-bytes.ts';
import { examples } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import { withSession } from '../../service/session.ts';
import { listing } from '../../verbs.ts';

const COLUMNS: Columns<InboundMail> = {
  id: ({ id }) => id,
  from: ({ from_addr: from }) => from,
  to: ({ rcpt_addr: to }) => to,
  subject: ({ subject }) => subject,
  files: ({ attachments }) => attachments.length,
  created: ({ created_at: at }) => time(at),
};

const get = () =>
  new Command('get')
    .description('Show a received mail.')
    .argument('<id>')
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const mail = await tenant().inbound.get(id);
        if (print.json) return print.record(mail);
        const { raw, raw_encoding: encoding, headers, ...shown } = mail;
        print.record(shown);
      }),
    );

const attachment = () =>
  new Command('attachment')
    .description('Download an attachment, to stdout by default.')
    .argument('<id>')
    .argument('<index>', 'its index, from 0')
    .argument('[file]')
    .action(
      withSession(async (session, id: string, index: string, file?: string) => {
        await assertWritable(file);
        await saveBytes(await session.tenant().inbound.getAttachment(id, index), file, session.terminal);
      }),
    );

/** `posthorn inbound …` */
export const inboundCommand = () =>
  [listing('List received mail, newest first.', COLUMNS, ({ inbound }, page) => inbound.iterate(page)), get(), attachment()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('inbound')
      .description('Received mail.')
      .addHelpText('after', examples('inbound list', 'inbound get inb_… --json', 'inbound attachment inb_… 0 invoice.pdf')),
  );
