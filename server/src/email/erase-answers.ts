import type { BatchItem, SendResult } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { parseAddress } from '../core/email-address.ts';
import { ERASED } from '../core/erased.ts';
import type { Erasure } from '../suppressions/index.ts';
import { FIRST, findNaming, lockAnswers, updateAnswers } from './erasure-store.ts';

/** Answers looked at in one step, of which those that name the address are rewritten in one transaction. */
const PAGE = 200;

function eraseInResult<R extends SendResult | BatchItem>(result: R, email: string): R {
  if ('suppressed_recipients' in result && Array.isArray(result.suppressed_recipients)) {
    const suppressed_recipients = result.suppressed_recipients.map((address) => (address === email ? ERASED : address));
    return { ...result, suppressed_recipients };
  }
  const isSender = 'from' in result && typeof result.from === 'string' && parseAddress(result.from)?.email === email;
  return isSender ? { ...result, from: ERASED } : result;
}

/** Blanks an address in the stored text of an answer; safe because the gate wrote it, for one email or for a batch. */
function eraseInAnswer(answer: string, email: string): string {
  const parsed = JSON.parse(answer) as SendResult | { readonly data: readonly BatchItem[] };
  const erased = 'data' in parsed ? { data: parsed.data.map((item) => eraseInResult(item, email)) } : eraseInResult(parsed, email);
  return JSON.stringify(erased);
}

/** Erases an address in the answers that are kept for their keys. */
export async function eraseInAnswers({ db }: AppContext, erasure: Erasure): Promise<void> {
  for (let after = FIRST, more = true; more; ) {
    const page = await findNaming(db.read, erasure, { after, limit: PAGE });
    const naming = page.filter((place) => place.naming);
    if (naming.length > 0) {
      await db.transact(async (trx) => {
        const rows = await lockAnswers(trx, naming);
        await updateAnswers(
          trx,
          rows.map((row) => ({ ...row, answer: eraseInAnswer(row.answer, erasure.email) })),
        );
      });
    }
    after = page.at(-1) ?? after;
    more = page.length === PAGE;
  }
}
