import { describe, expect, it } from 'vitest';
import { changesOf, isChangedElsewhere, withSaved } from './changes.ts';

const filled = { name: 'Readers', filter: { field: 'status', op: 'eq', value: 'subscribed' }, description: null as string | null };

describe('what a form was filled with', () => {
  it('differs from what was written in what is sent alone', () => {
    expect(changesOf({ ...filled, name: 'Writers' }, filled)).toEqual({ name: 'Writers' });
    expect(changesOf({ ...filled, description: '' }, filled)).toEqual({ description: '' });
    expect(changesOf({ ...filled, filter: { value: 'subscribed', op: 'eq', field: 'status' } }, filled)).toEqual({});
  });

  it('was changed elsewhere if something differs that was not sent', () => {
    const after = { ...filled, name: 'Writers' };
    expect([isChangedElsewhere(after, filled, { name: 'Writers' }), isChangedElsewhere(after, filled)]).toEqual([false, true]);
    expect(withSaved(filled, { ...after, description: 'Theirs' }, { name: 'Writers' })).toEqual(after);
  });
});
