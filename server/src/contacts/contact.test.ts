import { describe, expect, it } from 'vitest';
import { ApiError } from '../core/errors/api-error.ts';
import { type Contact, type ContactEntry, type PlanInput, planContacts } from './contact.ts';

const entry = (email: string, change: Partial<ContactEntry> = {}): ContactEntry => ({
  email,
  attributes: {},
  status: undefined,
  ...change,
});
const known = (email: string, change: Partial<Contact> = {}): Contact => ({
  id: `known ${email}`,
  tenantId: 't',
  email,
  status: 'subscribed',
  attributes: {},
  createdAt: 1,
  updatedAt: 1,
  ...change,
});

function plan(entries: readonly ContactEntry[], given: Partial<PlanInput> = {}) {
  let made = 0;
  const newId = () => {
    made += 1;
    return `new ${made}`;
  };
  return planContacts({ tenantId: 't', entries, known: [], quota: { count: 0, limit: null }, at: 5, newId, ...given });
}

const codes = ({ results }: ReturnType<typeof plan>) =>
  results.map((result) => (result instanceof ApiError ? result.code : result.created ? 'created' : 'updated'));

describe('planContacts', () => {
  it('makes new ones subscribed, unless told otherwise', () => {
    const { inserted, changed } = plan([entry('a'), entry('b', { status: 'cleaned', attributes: { x: 1 } })]);
    expect(inserted).toEqual([
      known('a', { id: 'new 1', createdAt: 5, updatedAt: 5 }),
      known('b', { id: 'new 2', createdAt: 5, updatedAt: 5, status: 'cleaned', attributes: { x: 1 } }),
    ]);
    expect(changed).toEqual([]);
  });

  it('keeps the status of known ones unless told otherwise, and merges', () => {
    const there = [known('a', { status: 'unsubscribed', attributes: { x: 1, y: 1 } }), known('b')];
    const { changed, resubscribed } = plan([entry('a', { attributes: { x: 2 } }), entry('b', { status: 'unsubscribed' })], {
      known: there,
    });
    expect(changed).toEqual([
      known('a', { status: 'unsubscribed', attributes: { x: 2, y: 1 }, updatedAt: 5 }),
      known('b', { status: 'unsubscribed', updatedAt: 5 }),
    ]);
    expect(resubscribed).toEqual([]);
  });

  it('takes a repeated address for a change of what the first has made', () => {
    const made = plan([entry('a', { attributes: { x: 1 } }), entry('a', { attributes: { y: 2 } })]);
    expect(codes(made)).toEqual(['created', 'updated']);
    expect(made.inserted).toMatchObject([{ id: 'new 1', attributes: { x: 1, y: 2 } }]);
    expect(made.changed).toEqual([]);
  });

  it('makes no more than there is quota for, and goes on with known ones', () => {
    const made = plan([entry('a'), entry('b'), entry('k'), entry('a')], { known: [known('k')], quota: { count: 9, limit: 10 } });
    expect(codes(made)).toEqual(['created', 'contact_limit_reached', 'updated', 'updated']);
    expect(made.inserted).toHaveLength(1);
    expect(codes(plan([entry('a')], { quota: { count: 12, limit: 10 } }))).toEqual(['contact_limit_reached']);
  });

  it('leaves a contact alone whose attributes would not fit', () => {
    const full = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 1]));
    const made = plan([entry('a', { attributes: { more: 1 }, status: 'subscribed' })], { known: [known('a', { attributes: full })] });
    expect(codes(made)).toEqual(['too_many_attribute_keys']);
    expect(made).toMatchObject({ changed: [], inserted: [], resubscribed: [] });
  });

  it('resubscribes who is explicitly subscribed at the end', () => {
    const statuses = (...list: ContactEntry['status'][]) => list.map((status) => entry('a', { status }));
    expect(plan(statuses('subscribed')).resubscribed).toEqual(['a']);
    expect(plan(statuses('subscribed', undefined)).resubscribed).toEqual(['a']);
    expect(plan(statuses('subscribed', 'unsubscribed')).resubscribed).toEqual([]);
    expect(plan(statuses(undefined)).resubscribed).toEqual([]);
  });
});
