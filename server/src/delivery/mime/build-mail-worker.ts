import { createCollector } from '../../core/workers/collect-garbage.ts';
import { serveTasks } from '../../core/workers/serve-tasks.ts';
import { buildMail, type UnsignedMail } from './build-mail.ts';
import type { MailAttachment } from './compose-mail.ts';
import type { BuiltMail } from './mail-builder.ts';

const collect = createCollector();

/** A Buffer arrives from another thread as a Uint8Array. */
const asBuffer = ({ content, ...attachment }: MailAttachment): MailAttachment => ({
  ...attachment,
  content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
});

async function make({ input, signing }: UnsignedMail): Promise<BuiltMail> {
  try {
    const raw = new Uint8Array(await buildMail({ input: { ...input, attachments: input.attachments.map(asBuffer) }, signing }));
    collect(raw.length);
    return { raw };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

async function* perform(mail: UnsignedMail): AsyncIterable<BuiltMail> {
  yield await make(mail);
}

serveTasks(perform, (built) => ('raw' in built ? [built.raw.buffer] : []));
