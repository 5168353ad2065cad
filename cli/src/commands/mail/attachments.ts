import { basename } from 'node:path';
import { Command } from 'commander';
import { fileBlob } from '../../files/file-blob.ts';
import { fileType } from '../../files/file-type.ts';
import { assertWritable, saveBytes } from '../../files/save-bytes.ts';
import { examples } from '../../options.ts';
import { withSession } from '../../service/session.ts';
import { UsageError } from '../../usage-error.ts';

const upload = () =>
  new Command('upload')
    .description('Upload a file, whose storage key attaches it to emails.')
    .argument('<file>')
    .option('--type <type>', 'media type; derived from the file name by default')
    .action(
      withSession(async ({ tenant, print }, file: string, { type = fileType(file) }: { type?: string }) => {
        print.record(await tenant().attachments.upload(await fileBlob(file, type), { filename: basename(file) }));
      }),
    );

/** Three segments of a path, none of which leads elsewhere. */
const isStorageKey = (text: string) => text.split('/').length === 3 && text.split('/').every((part) => !['', '.', '..'].includes(part));

const download = () =>
  new Command('download')
    .description('Download an attachment, to stdout by default.')
    .argument('<storage_key>')
    .argument('[file]')
    .action(
      withSession(async ({ tenant, terminal }, storageKey: string, file?: string) => {
        if (!isStorageKey(storageKey)) throw new UsageError(`no storage key: ${storageKey}`);
        await assertWritable(file);
        await saveBytes(await tenant().attachments.download(storageKey), file, terminal);
      }),
    );

/** `posthorn attachments …` */
export const attachmentsCommand = () =>
  [upload(), download()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('attachments')
      .description('Files attached to emails.')
      .addHelpText('after', examples('attachments upload invoice.pdf', 'attachments download ten_…/msg_…/invoice.pdf copy.pdf')),
  );
