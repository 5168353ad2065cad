import type { AutomationStep } from '@posthorn/sdk';

export type StepType = AutomationStep['type'];
/** The two branches of a step. */
export type Branch = 'then' | 'else';
export const BRANCHES = ['then', 'else'] as const;

/** A step of one type, without its nested steps. */
export type StepOf<T extends StepType> = Omit<Extract<AutomationStep, { readonly type: T }>, Branch>;
export type Step = { readonly [T in StepType]: StepOf<T> }[StepType];

/** A step being edited, identified by its key even if its id and place change. */
export interface EditedStep {
  readonly key: number;
  readonly step: Step;
  readonly then: readonly EditedStep[];
  readonly else: readonly EditedStep[];
}

export type Program = readonly EditedStep[];

/** A list of steps: a branch of a step, or the program itself. */
export type ListPlace = { readonly of: number; readonly branch: Branch } | undefined;

export interface Slot {
  readonly place: ListPlace;
  readonly index: number;
}

export const hasBranches = ({ type }: Pick<Step, 'type'>): boolean => type === 'branch' || type === 'wait_for_event';

const isSame = (one: ListPlace, other: ListPlace) => one?.of === other?.of && one?.branch === other?.branch;

function mapLists(list: Program, change: (list: Program, place: ListPlace) => Program, place?: ListPlace): Program {
  return change(list, place).map((edited) => ({
    ...edited,
    then: mapLists(edited.then, change, { of: edited.key, branch: 'then' }),
    else: mapLists(edited.else, change, { of: edited.key, branch: 'else' }),
  }));
}

/** Yields all steps in reading order, including nested ones. */
export function* stepsOf(program: Program): Generator<EditedStep> {
  for (const edited of program) {
    yield edited;
    yield* stepsOf(edited.then);
    yield* stepsOf(edited.else);
  }
}

export const findStep = (program: Program, key: number): EditedStep | undefined => stepsOf(program).find((edited) => edited.key === key);

export const insertStep = (program: Program, { place, index }: Slot, edited: EditedStep): Program =>
  mapLists(program, (list, at) => (isSame(at, place) ? list.toSpliced(index, 0, edited) : list));

export const removeStep = (program: Program, key: number): Program => mapLists(program, (list) => list.filter((each) => each.key !== key));

export const changeStep = (program: Program, key: number, step: Step): Program =>
  mapLists(program, (list) => list.map((each) => (each.key === key ? { ...each, step } : each)));

/** Yields every place where a step could be, in reading order. */
function* slotsOf(list: Program, place?: ListPlace): Generator<Slot> {
  for (const [index, edited] of list.entries()) {
    yield { place, index };
    if (!hasBranches(edited.step)) continue;
    for (const branch of BRANCHES) yield* slotsOf(edited[branch], { of: edited.key, branch });
  }
  yield { place, index: list.length };
}

function placeOf(list: Program, key: number, place?: ListPlace): Slot | undefined {
  for (const [index, edited] of list.entries()) {
    if (edited.key === key) return { place, index };
    for (const branch of BRANCHES) {
      const found = placeOf(edited[branch], key, { of: edited.key, branch });
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/**
 * Moves a step, with its nested steps, to the next or previous place in reading order, into and out of branches on the way. At the end it
 * stays.
 */
export function moveStep(program: Program, key: number, by: 1 | -1): Program {
  const [moved, from] = [findStep(program, key), placeOf(program, key)];
  if (moved === undefined || from === undefined) return program;
  const left = removeStep(program, key);
  const slots = [...slotsOf(left)];
  const at = slots.findIndex(({ place, index }) => isSame(place, from.place) && index === from.index);
  const to = slots[at + by];
  return to === undefined ? program : insertStep(left, to, moved);
}

/** Returns a key that no step has. */
export const freeKey = (program: Program): number => Math.max(0, ...stepsOf(program).map(({ key }) => key)) + 1;

/** Returns the first unused id of `wait_1`, `wait_2` and so on. */
export function freeId(program: Program, prefix: string): string {
  const taken = new Set(stepsOf(program).map(({ step }) => step.id));
  let number = 1;
  while (taken.has(`${prefix}_${number}`)) number += 1;
  return `${prefix}_${number}`;
}

/** Converts the service's steps to an editable program. */
export function fromSteps(steps: readonly AutomationStep[]): Program {
  let key = 0;
  const read = (list: readonly AutomationStep[]): Program =>
    list.map((given) => {
      const { then: yes, else: no, ...step }: AutomationStep & { [W in Branch]?: AutomationStep[] | null | undefined } = given;
      key += 1;
      // Safe because the rest of a step is a step without its lists.
      return { key, step: step as Step, then: read(yes ?? []), else: read(no ?? []) };
    });
  return read(steps);
}

/** Converts the program to the form of the service; an empty branch is omitted. */
export const toSteps = (program: Program): AutomationStep[] =>
  program.map(({ step, then: yes, else: no }) => {
    const branches = { ...(yes.length > 0 && { then: toSteps(yes) }), ...(no.length > 0 && { else: toSteps(no) }) };
    // Safe because only steps that have branches are given any.
    return { ...step, ...branches } as AutomationStep;
  });

/** Returns the ids of mails before a step in reading order: those that a wait can refer to. */
export function earlierMails(program: Program, key: number): readonly string[] {
  const found: string[] = [];
  for (const edited of stepsOf(program)) {
    if (edited.key === key) break;
    if (edited.step.type === 'send_email' && edited.step.id !== undefined) found.push(edited.step.id);
  }
  return found;
}

/** Returns the step at a path such as `steps[2].then[0].seconds`, and the rest of the path. */
export function stepAt(program: Program, path: string): { readonly edited: EditedStep; readonly field: string } | undefined {
  const [, head = '', rest = ''] = /^(?:steps|then|else)\[(\d+)\]\.?(.*)$/s.exec(path) ?? [];
  const edited = head === '' ? undefined : program[Number(head)];
  if (edited === undefined) return undefined;
  const branch = BRANCHES.find((name) => rest.startsWith(`${name}[`));
  return (branch === undefined ? undefined : stepAt(edited[branch], rest)) ?? { edited, field: rest };
}
