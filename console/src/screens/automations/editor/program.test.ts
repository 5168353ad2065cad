import type { AutomationStep } from '@posthorn/sdk';
import { expect, it } from 'vitest';
import { earlierMails, freeId, fromSteps, insertStep, moveStep, removeStep, stepAt, stepsOf, toSteps } from './program.ts';

const wait = (id: string): AutomationStep => ({ id, type: 'wait', seconds: 60 });
const mail = (id: string): AutomationStep => ({ id, type: 'send_email', subject: 'x', text_body: 'x' });
const branch = (id: string, yes: AutomationStep[], no: AutomationStep[]): AutomationStep => ({
  id,
  type: 'branch',
  filter: { all: true },
  ...(yes.length > 0 && { then: yes }),
  ...(no.length > 0 && { else: no }),
});

/** Returns a program in one line: ids, with nested steps in brackets. */
const line = (steps: readonly AutomationStep[]): string =>
  steps.map((step) => (step.type === 'branch' ? `${step.id}(${line(step.then ?? [])}|${line(step.else ?? [])})` : step.id)).join(' ');

const keyOf = (program: ReturnType<typeof fromSteps>, id: string) => stepsOf(program).find(({ step }) => step.id === id)?.key ?? 0;

it('is the same program after it was read', () => {
  const steps = [mail('a'), branch('b', [wait('c'), branch('d', [], [mail('e')])], []), wait('f')];
  expect(toSteps(fromSteps(steps))).toEqual(steps);
});

it('reads a branch that is null as an empty one', () => {
  // Safe because a program sent this way comes back in this form.
  const given = { ...branch('a', [wait('b')], []), else: null } as unknown as AutomationStep;
  expect(line(toSteps(fromSteps([given, wait('c')])))).toBe('a(b|) c');
});

it('moves a step through every place in reading order, and back', () => {
  let program = fromSteps([wait('a'), branch('b', [wait('c')], []), wait('d')]);
  const seen = [line(toSteps(program))];
  const move = (by: 1 | -1) => {
    program = moveStep(program, keyOf(program, 'a'), by);
    seen.push(line(toSteps(program)));
  };
  for (let place = 0; place < 6; place += 1) move(1);
  expect(seen).toEqual(['a b(c|) d', 'b(a c|) d', 'b(c a|) d', 'b(c|a) d', 'b(c|) a d', 'b(c|) d a', 'b(c|) d a']);
  for (let place = 0; place < 6; place += 1) move(-1);
  expect(seen.slice(7)).toEqual([...seen.slice(0, 5)].reverse().concat(seen[0] ?? ''));
});

it('moves a branch with all that is in it, and never into itself', () => {
  const program = fromSteps([branch('a', [wait('b')], []), wait('c')]);
  expect(line(toSteps(moveStep(program, keyOf(program, 'a'), 1)))).toBe('c a(b|)');
  expect(moveStep(program, keyOf(program, 'a'), -1)).toBe(program);
  expect(moveStep(program, 99, 1)).toBe(program);
});

it('puts a step into a list, and removes one with what is in it', () => {
  const program = fromSteps([branch('a', [wait('b')], []), wait('c')]);
  const added = { key: 9, step: { type: 'exit', id: 'x' } as const, then: [], else: [] };
  const place = { place: { of: keyOf(program, 'a'), branch: 'else' as const }, index: 0 };
  expect(line(toSteps(insertStep(program, place, added)))).toBe('a(b|x) c');
  expect(line(toSteps(removeStep(program, keyOf(program, 'a'))))).toBe('c');
});

it('finds the step of a fault, however deep, and gives ids that are free', () => {
  const program = fromSteps([wait('wait_1'), branch('b', [wait('c')], [mail('e'), wait('f')])]);
  expect(stepAt(program, 'steps[1].else[1].seconds')).toMatchObject({ edited: { step: { id: 'f' } }, field: 'seconds' });
  expect(stepAt(program, 'steps[1].filter.and[0].value')).toMatchObject({ edited: { step: { id: 'b' } }, field: 'filter.and[0].value' });
  expect(stepAt(program, 'steps')).toBe(undefined);
  expect(stepAt(program, 'steps[7].x')).toBe(undefined);
  expect(freeId(program, 'wait')).toBe('wait_2');
  expect(earlierMails(program, keyOf(program, 'f'))).toEqual(['e']);
  expect(earlierMails(program, keyOf(program, 'c'))).toEqual([]);
});
