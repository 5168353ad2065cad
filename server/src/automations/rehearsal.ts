import type { AppContext } from '../app-context.ts';
import { deleteMembersOf, joinAudience } from '../audiences/index.ts';
import { type Contact, changeContact, changeContacts } from '../contacts/index.ts';
import { ApiError } from '../core/api-error.ts';
import { createHooks } from '../core/hooks.ts';
import type { Trx } from '../db/dialect.ts';
import { lockContactCounts } from '../tenants/index.ts';
import type { AudienceStep, UpdateStep } from './steps.ts';

/** A contact as steps would leave it, of which nothing is kept. */
export interface Rehearsal {
  contact(): Contact;
  update(step: UpdateStep): undefined | { readonly failure: string };
  changeAudience(step: AudienceStep): Promise<undefined | { readonly failure: string }>;
  /** Reads with all of that in place. */
  read<T>(look: (trx: Trx) => Promise<T>): Promise<T>;
}

const failureOf = (error: ApiError) => ({ failure: `${error.code}: ${error.detail ?? ''}` });

/** Runs work in a transaction that is taken back. */
async function takenBack<T>({ db }: AppContext, work: (trx: Trx) => Promise<T>): Promise<T> {
  const done: { result: T }[] = [];
  const takeBack = new Error('taken back');
  try {
    await db.transact(async (trx) => {
      done[0] = { result: await work(trx) };
      throw takeBack;
    });
  } catch (error) {
    if (error !== takeBack) throw error;
  }
  const [only] = done;
  if (only === undefined) throw new Error('work that was taken back has no result');
  return only.result;
}

export function rehearse(app: AppContext, given: Contact): Rehearsal {
  const { tenantId, id } = given;
  const { clock } = app;
  // What is taken back is told to nobody.
  const silent = { ...app, hooks: createHooks() };
  const changes: ((trx: Trx) => Promise<undefined | ApiError>)[] = [];
  let contact = given;

  const read: Rehearsal['read'] = (look) =>
    takenBack(app, async (trx) => {
      await lockContactCounts(trx, [tenantId]);
      for (const change of changes) await change(trx);
      return look(trx);
    });

  return {
    contact: () => contact,
    read,
    update({ attributes = {}, status }) {
      const before = contact;
      const changed = changeContact(before, { attributes, status }, clock.now());
      if (changed instanceof ApiError) return failureOf(changed);
      contact = changed;
      changes.push(async (trx) => {
        await changeContacts(silent, trx, { contacts: [before], attributes, status });
        return undefined;
      });
      return undefined;
    },
    async changeAudience({ type, audience_id }) {
      const key = { tenantId, id: audience_id };
      const change = async (trx: Trx) => {
        if (type === 'remove_from_audience') await deleteMembersOf(trx, key, [id]);
        else {
          const joined = await joinAudience(silent, trx, { ...key, contactIds: [id] });
          if (joined instanceof ApiError) return joined;
        }
        return undefined;
      };
      const fault = await read(change);
      if (fault !== undefined) return { failure: 'There is no such audience.' };
      changes.push(change);
      return undefined;
    },
  };
}
