import type { AppContext } from '../../app-context.ts';
import { deleteMembersOf, joinAudience } from '../../audiences/index.ts';
import { type Contact, changeContact, changeContacts } from '../../contacts/index.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { createHooks } from '../../core/hooks.ts';
import type { Trx } from '../../db/dialect.ts';
import { holdMeters } from '../../meters/hold-store.ts';
import type { StepOf } from '../program/program.ts';

/** A contact as the steps would leave it. Nothing of it is kept. */
export interface Rehearsal {
  contact(): Contact;
  update(step: StepOf<'update_contact'>): undefined | { readonly failure: string };
  /** Undefined where it has joined. */
  join(audienceId: string): Promise<ApiError | undefined>;
  leave(audienceId: string): void;
  /** Reads the database as if all of that were written. */
  read<T>(look: (trx: Trx) => Promise<T>): Promise<T>;
}

const failureOf = (error: ApiError) => ({ failure: `${error.code}: ${error.detail ?? ''}` });

/** Runs work in a transaction that is rolled back. */
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

export function createRehearsal(app: AppContext, given: Contact): Rehearsal {
  const { tenantId, id } = given;
  const { clock } = app;
  // What is rolled back must not be announced.
  const silent = { ...app, hooks: createHooks() };
  const changes: ((trx: Trx) => Promise<undefined | ApiError>)[] = [];
  let contact = given;

  const read: Rehearsal['read'] = (look) =>
    takenBack(app, async (trx) => {
      await holdMeters(trx, [tenantId]);
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
    async join(audienceId) {
      const change = async (trx: Trx) => {
        const joined = await joinAudience(silent, trx, { tenantId, id: audienceId, contactIds: [id] });
        return joined instanceof ApiError ? joined : undefined;
      };
      const fault = await read(change);
      if (fault === undefined) changes.push(change);
      return fault;
    },
    leave(audienceId) {
      changes.push(async (trx) => {
        await deleteMembersOf(trx, { tenantId, id: audienceId }, [id]);
        return undefined;
      });
    },
  };
}
