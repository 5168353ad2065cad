import { serveTasks } from '../core/workers/serve-tasks.ts';
import { UnreadableMail } from '../mime/mail-limits.ts';
import { readSubmitted } from '../mime/read-submitted.ts';
import { readReport } from '../reports/read-report.ts';
import { parseMail } from './parse-mail.ts';
import { readPolicy, readSender } from './read-policies.ts';
import { readSignatures } from './read-signatures.ts';
import type { ReadAnswer, Readings, ReadTask } from './read-task.ts';

async function read(task: ReadTask): Promise<Readings[keyof Readings]['answer']> {
  if (task.kind === 'sender') return readSender(task.about, task.answers);
  if (task.kind === 'policy') return readPolicy(task.about, task.answers);
  const { buffer, byteOffset, byteLength } = task.raw;
  const raw = Buffer.from(buffer, byteOffset, byteLength);
  if (task.kind === 'report') return readReport(raw, task.envelopeFrom);
  if (task.kind === 'signatures') return readSignatures(raw, task.keys);
  if (task.kind === 'submitted') return readSubmitted(raw);
  const mail = await parseMail(raw);
  if (task.kind === 'attachment') return mail.attachments[task.index] ?? null;
  const attachments = mail.attachments.map(({ content, ...attachment }) => ({ ...attachment, size: content.length }));
  return { ...mail, attachments };
}

async function tryRead(task: ReadTask): Promise<ReadAnswer> {
  try {
    return { answer: await read(task) };
  } catch (error) {
    return { unreadable: error instanceof UnreadableMail ? error.message : 'It is not formed as a mail.' };
  }
}

async function* perform(given: ReadTask | readonly ReadTask[]): AsyncIterable<ReadAnswer> {
  for (const task of [given].flat()) yield await tryRead(task);
}

serveTasks(perform);
