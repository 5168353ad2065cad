import { serveTasks } from '../../core/workers/serve-tasks.ts';
import type { MailAttachment } from './compose-mail.ts';
import type { MadeMail } from './mail-maker.ts';
import { type MailToMake, makeMail } from './make-mail.ts';

/** What came over from another thread is no Buffer any more. */
const asBuffer = ({ content, ...attachment }: MailAttachment): MailAttachment => ({
  ...attachment,
  content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
});

async function* perform({ input, signing }: MailToMake): AsyncIterable<MadeMail> {
  try {
    yield { raw: new Uint8Array(await makeMail({ input: { ...input, attachments: input.attachments.map(asBuffer) }, signing })) };
  } catch (error) {
    yield { fault: error instanceof Error ? error.message : String(error) };
  }
}

serveTasks(perform, (made) => ('raw' in made ? [made.raw.buffer] : []));
