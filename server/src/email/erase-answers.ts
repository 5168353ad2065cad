import type { BatchItem, SendResult } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { parseAddress } from '../core/email-address.ts';
import { ERASED, eraseInText } from '../core/text/erased.ts';
import { walkPages } from '../core/walk-pages.ts';
import type { Erasure } from '../suppressions/index.ts';
import { findAnswersNaming, lockAnswers, updateAnswers } from './erasure-store.ts';
import type { StoredAnswer, StoredKey } from './store.ts';

/** Stored answers that are read at once; those of them that contain the address are rewritten in one transaction. */
const PAGE = 200;

/** A path may have come of a value: `names[email]`. */
const eraseInWarnings = (warnings: SendResult['warnings'], email: string) =>
  warnings?.map((warning) => ({ ...warning, path: eraseInText(warning.path, email) }));

function eraseInResult<R extends SendResult | BatchItem>(result: R, email: string): R {
  if ('suppressed_recipients' in result && Array.isArray(result.suppressed_recipients)) {
    const suppressed_recipients = result.suppressed_recipients.map((address) => (address === email ? ERASED : address));
    const warnings = eraseInWarnings((result as SendResult).warnings, email);
    return { ...result, suppressed_recipients, ...(warnings === undefined ? {} : { warnings }) };
  }
  const isSender = 'from' in result && typeof result.from === 'string' && parseAddress(result.from)?.email === email;
  return isSender ? { ...result, from: ERASED } : result;
}

/** Blanks an address in the answer to one email or to a batch. */
const eraseInAnswer = (result: StoredAnswer['result'], email: string): StoredAnswer['result'] =>
  'data' in result ? { data: result.data.map((item) => eraseInResult(item, email)) } : eraseInResult(result, email);

/** Erases an address in the answers that are stored under idempotency keys. */
export async function eraseInAnswers({ db }: AppContext, erasure: Erasure): Promise<void> {
  const first = null as StoredKey | null;
  for await (const page of walkPages({ first, limit: PAGE }, (asked) => findAnswersNaming(db.read, erasure, asked))) {
    const naming = page.filter((answer) => answer.naming);
    if (naming.length > 0) {
      await db.transact(async (trx) => {
        const answers = await lockAnswers(trx, naming);
        const erased = answers.map((answer) => ({ ...answer, result: eraseInAnswer(answer.result, erasure.email) }));
        await updateAnswers(trx, erased);
      });
    }
  }
}
