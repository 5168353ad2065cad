import { createCollector } from '../../core/workers/collect-garbage.ts';
import { serveTasks } from '../../core/workers/serve-tasks.ts';
import type { MailAttachment } from './compose-mail.ts';
import type { MadeMail } from './mail-maker.ts';
import { type MailToMake, makeMail } from './make-mail.ts';

const collect = createCollector();

/** What came over from another thread is no Buffer any more. */
const asBuffer = ({ content, ...attachment }: MailAttachment): MailAttachment => ({
  ...attachment,
  content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
});

async function make({ input, signing }: MailToMake): Promise<MadeMail> {
  try {
    const raw = new Uint8Array(await makeMail({ input: { ...input, attachments: input.attachments.map(asBuffer) }, signing }));
    collect(raw.length);
    return { raw };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

async function* perform(mail: MailToMake): AsyncIterable<MadeMail> {
  yield await make(mail);
}

serveTasks(perform, (made) => ('raw' in made ? [made.raw.buffer] : []));
