import { describe, expect, it } from 'vitest';
import { ApiError } from '../../core/errors/api-error.ts';
import { readSteps, storedProgram } from './read-steps.ts';

const mail = { type: 'send_email', subject: 'Hi', text_body: 'Hi' };
const wait = { type: 'wait', seconds: 60 };
const audience = { type: 'add_to_audience', audience_id: 'aud_1' };

function read(given: unknown, shortestWait = 60) {
  const result = readSteps(given, { shortestWait });
  if (result instanceof ApiError) throw new Error(`refused: ${String(result.fields.path)} ${result.detail}`);
  return result;
}
function pathOf(given: unknown): unknown {
  const result = readSteps(given, { shortestWait: 60 });
  return result instanceof ApiError ? result.fields.path : 'no fault';
}
const nest = (depth: number): object => (depth === 1 ? wait : { type: 'branch', filter: { all: true }, then: [nest(depth - 1)] });

describe('ids', () => {
  it('are given to steps that have none, in the order in which they are written', () => {
    const { steps } = read([mail, { type: 'branch', filter: { all: true }, then: [wait], else: [wait] }, wait]);
    expect(steps).toEqual([
      { id: 'step_1', ...mail },
      {
        id: 'step_2',
        type: 'branch',
        filter: { all: true },
        then: [{ id: 'step_3', ...wait }],
        else: [{ id: 'step_4', ...wait }],
      },
      { id: 'step_5', ...wait },
    ]);
  });

  it('pass over those that are taken', () => {
    const { steps } = read([wait, { id: 'step_1', ...wait }, { id: null, ...wait }]);
    expect(steps.map(({ id }) => id)).toEqual(['step_2', 'step_1', 'step_3']);
  });

  it.each([['A'], [''], ['a b'], ['x'.repeat(41)], [5]])('refuse %j', (id) => {
    expect(pathOf([{ ...wait, id }])).toBe('steps[0].id');
  });

  it('are unique over the whole tree', () => {
    const twice = [
      { id: 'a', ...wait },
      { type: 'branch', filter: { all: true }, then: [{ id: 'a', ...wait }] },
    ];
    expect(pathOf(twice)).toBe('steps[1].then[0].id');
  });
});

describe('a program', () => {
  it('leads from a branch back to what follows it', () => {
    const { program } = read([
      { id: 'b', type: 'branch', filter: { all: true }, then: [{ id: 't', ...wait }] },
      { id: 'z', ...wait },
    ]);
    expect(program.first).toBe('b');
    expect(program.steps.get('b')).toMatchObject({ onThen: 't', onElse: 'z', next: 'z', path: 'steps[0]' });
    expect(program.steps.get('t')).toMatchObject({ next: 'z', path: 'steps[0].then[0]' });
    expect(program.steps.get('z')).toMatchObject({ next: null });
  });

  it('keeps what was submitted, unknown fields and nulls included', () => {
    const given = [{ id: 'a', note: 'mine', type: 'send_email', template_alias: 'x', from: null, template_model: { a: null } }];
    expect(read(given).steps).toEqual(given);
  });

  it('may be empty', () => {
    expect(read([]).program.first).toBeNull();
  });

  it.each([
    ['no list', {}, 'steps'],
    ['a step that is none', [5], 'steps[0]'],
    ['no type', [{}], 'steps[0].type'],
    ['a type that is none', [{ type: 'jump' }], 'steps[0].type'],
    ['too short a wait', [wait, wait, { type: 'wait', seconds: 59 }], 'steps[2].seconds'],
    ['too long a wait', [{ type: 'wait', seconds: 7_776_001 }], 'steps[0].seconds'],
    ['half a second', [{ type: 'wait', seconds: 60.5 }], 'steps[0].seconds'],
    ['no time', [{ type: 'wait_until' }], 'steps[0].at'],
    ['a time in seconds', [{ type: 'wait_until', at: 1_900_000_000 }], 'steps[0].at'],
    ['a mail without a subject', [{ type: 'send_email', text_body: 'x' }], 'steps[0].subject'],
    ['a mail without a body', [{ type: 'send_email', subject: 'x' }], 'steps[0].html_body'],
    ['a subject of two lines', [{ ...mail, subject: 'a\nb' }], 'steps[0].subject'],
    ['a sender that is none', [{ ...mail, from: 'nobody' }], 'steps[0].from'],
    ['a bad tag', [{ ...mail, tags: { 'a b': 'x' } }], 'steps[0].tags.a b'],
    ['an event that is none', [mail, { type: 'wait_for_event', event: 'sent', timeout_seconds: 60 }], 'steps[1].event'],
    ['no time-out', [mail, { type: 'wait_for_event', event: 'open' }], 'steps[1].timeout_seconds'],
    ['a filter with a fault', [{ type: 'branch', filter: { and: [{ field: 'email', op: 'gt' }] } }], 'steps[0].filter.and[0].op'],
    ['no filter', [{ type: 'branch', then: [] }], 'steps[0].filter'],
    ['a fault within', [{ type: 'branch', filter: { all: true }, else: [wait, { type: 'wait' }] }], 'steps[0].else[1].seconds'],
    ['nothing to update', [{ type: 'update_contact' }], 'steps[0].attributes'],
    ['a bad attribute', [{ type: 'update_contact', attributes: { a: [] } }], 'steps[0].attributes.a'],
    ['a status that is none', [{ type: 'update_contact', status: 'gone' }], 'steps[0].status'],
    ['no audience', [{ type: 'remove_from_audience' }], 'steps[0].audience_id'],
    ['a webhook without a name', [{ type: 'webhook' }], 'steps[0].name'],
  ])('is refused for %s', (_, given, path) => {
    expect(pathOf(given)).toBe(path);
  });

  it.each([
    [[mail, wait, { type: 'wait_until', at: 0 }, audience, { type: 'exit' }]],
    [[{ type: 'send_email', template_alias: 'x', subject: 'Over it' }]],
    [[{ type: 'wait', seconds: 7_776_000 }]],
    [[{ type: 'webhook', name: 'n', data: { a: [1, null] } }]],
  ])('may be %j', (given) => {
    expect(pathOf(given)).toBe('no fault');
  });

  it('has 50 steps, 4 levels and 64 KiB at most', () => {
    expect(pathOf(Array.from({ length: 50 }, () => wait))).toBe('no fault');
    expect(pathOf(Array.from({ length: 51 }, () => wait))).toBe('steps');
    expect(pathOf([nest(4)])).toBe('no fault');
    expect(pathOf([nest(5)])).toBe('steps');
    expect(pathOf([{ ...mail, text_body: 'x'.repeat(65_000) }])).toBe('no fault');
    expect(pathOf([{ ...mail, text_body: 'x'.repeat(65_600) }])).toBe('steps');
  });

  it('waits for less than a minute only where the operator lets it', () => {
    expect(read([{ type: 'wait', seconds: 1 }], 0).steps).toHaveLength(1);
  });
});

describe('a wait for an event', () => {
  const opened = { type: 'wait_for_event', event: 'open', timeout_seconds: 60 };
  const welcome = { id: 'welcome', ...mail };

  it('is about an earlier mail', () => {
    expect(pathOf([welcome, { ...opened, step: 'welcome' }])).toBe('no fault');
    expect(pathOf([welcome, opened])).toBe('no fault');
    expect(
      pathOf([
        { type: 'branch', filter: { all: true }, then: [welcome] },
        { ...opened, step: 'welcome' },
      ]),
    ).toBe('no fault');
  });

  it('is refused where no mail can have been sent', () => {
    expect(pathOf([opened])).toBe('steps[0].step');
    expect(pathOf([{ ...opened, step: 'welcome' }, welcome])).toBe('steps[0].step');
    expect(pathOf([welcome, { id: 'w', ...wait }, { ...opened, step: 'w' }])).toBe('steps[2].step');
    const sibling = { type: 'branch', filter: { all: true }, then: [welcome], else: [{ ...opened, step: 'welcome' }] };
    expect(pathOf([sibling])).toBe('steps[0].else[0].step');
  });
});

describe('a number that others are rounded to', () => {
  const filter = { field: 'attributes.id', op: 'in', value: [1, 2 ** 53] };
  const steps = [{ id: 'step_1', type: 'branch' as const, filter: { not: filter }, then: [] }];

  it('is refused in the filter of a branch', () => {
    expect(pathOf(steps)).toBe('steps[0].filter.not.value[1]');
  });

  it('keeps no program from running that was stored with it', () => {
    expect(storedProgram(steps as never).first).toBe('step_1');
  });
});

describe('a refusal', () => {
  const detailOf = (given: unknown) => {
    const result = readSteps(given, { shortestWait: 60 });
    return result instanceof ApiError ? result.detail : 'no fault';
  };
  const branch = { type: 'branch', filter: { all: true } };

  it('names the field that was probably meant, of the step at fault', () => {
    const hint = 'There is no field second here; perhaps seconds is meant.';
    expect(detailOf([{ type: 'wait', second: 60 }])).toBe(`steps[0].seconds: Required. ${hint}`);
    const within = [
      { ...mail, html: '' },
      { ...branch, else: [wait, { ...branch, then: [{ type: 'wait', second: 60 }] }] },
    ];
    expect(detailOf(within)).toBe(`steps[1].else[1].then[0].seconds: Required. ${hint}`);
    expect(detailOf([{ type: 'branch', filters: {}, then: [{ ...mail, html: '' }] }])).toBe(
      'steps[0].filter: A node is an object. There is no field filters here; perhaps filter is meant.',
    );
  });

  it('names none where none is likely', () => {
    expect(detailOf([{ type: 'wait', minutes: 60 }])).toBe('steps[0].seconds: Required.');
    expect(detailOf([{ type: 'wait' }, { ...mail, html: '' }])).toBe('steps[0].seconds: Required.');
    expect(detailOf([{ typ: 'wait', second: 60 }])).toMatch(/^steps\[0\]\.type: \S[^;]*$/);
    expect(detailOf([5])).toMatch(/^steps\[0\]: [^;]*$/);
  });
});

describe('a filter with a time in seconds', () => {
  const steps = [{ id: 'step_1', type: 'branch' as const, filter: { field: 'created_at', op: 'gt', value: 1_900_000_000 } }];

  it('is refused in a branch', () => {
    expect(pathOf(steps)).toBe('steps[0].filter.value');
  });

  it('keeps no program from running that was stored with it', () => {
    expect(storedProgram(steps as never).first).toBe('step_1');
  });
});
