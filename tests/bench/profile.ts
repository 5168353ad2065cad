// Where the processor time of a mail goes: `npm run bench -- profile accept`, or `batch`, `drain`, `submission`; `webhooks` for that of a delivery.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/database/postgres.ts';
import { profileAccept } from './support/profile-accept.ts';
import { profileDrain } from './support/profile-drain.ts';
import { profileSubmission } from './support/profile-submission.ts';
import { profileWebhooks } from './support/profile-webhooks.ts';
import { countStatements } from './support/statement-times.ts';

const PROFILES: Readonly<Record<string, (engine: string, url: string) => Promise<void>>> = {
  accept: (engine, url) => profileAccept(engine, url, 'accept'),
  batch: (engine, url) => profileAccept(engine, url, 'batch'),
  drain: profileDrain,
  submission: profileSubmission,
  webhooks: profileWebhooks,
};

const [asked = 'accept', engine] = process.argv.slice(2);
const profile = PROFILES[asked];
if (profile === undefined) throw new Error(`no profile of ${asked}; one of ${Object.keys(PROFILES).join(', ')}`);
const folder = mkdtempSync(join(tmpdir(), 'posthorn-profile-'));
if (engine !== 'postgres') await profile('sqlite', `sqlite:${join(folder, 'profile.db')}`);
if (engine !== 'sqlite') {
  const postgres = await startPostgres({ durable: true });
  await countStatements(postgres);
  await profile('postgres', postgres.url);
  await postgres.stop();
}
rmSync(folder, { recursive: true });
