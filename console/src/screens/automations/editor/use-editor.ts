import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { kindOf } from './kinds.ts';
import {
  changeStep,
  freeId,
  freeKey,
  insertStep,
  moveStep,
  type Program,
  removeStep,
  type Slot,
  type Step,
  type StepType,
} from './program.ts';
import type { StepFault } from './step-fault.tsx';

export interface ProgramEditor {
  readonly program: Program;
  /** The step whose fields are shown. */
  readonly opened: number | undefined;
  readonly fault: StepFault | undefined;
  readonly canUndo: boolean;
  open(key: number | undefined): void;
  add(slot: Slot, type: StepType): void;
  move(key: number, by: 1 | -1): void;
  remove(key: number): void;
  change(key: number, step: Step): void;
  /** Undoes the last change of the steps and their order. */
  undo(): void;
  replace(program: Program): void;
  tell(fault: StepFault | undefined): void;
}

const MOST_UNDONE = 50;

/** Returns the selector of the button in a step's head. */
const headOf = (key: number) => `[data-step="${key}"]`;
const FIRST_FIELD = 'input, select, textarea, button';

/** Where the focus goes once a change is rendered. */
type FocusTarget = { readonly head: number } | { readonly fields: number } | { readonly after: number };

function findFocusTarget(focusTarget: FocusTarget): HTMLElement | null | undefined {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  if ('fields' in focusTarget)
    return find(`[data-fields="${focusTarget.fields}"]`)?.querySelector<HTMLElement>(FIRST_FIELD) ?? find(headOf(focusTarget.fields));
  if ('head' in focusTarget) return find(headOf(focusTarget.head));
  const heads = document.querySelectorAll<HTMLElement>('[data-step]');
  return heads[Math.min(focusTarget.after, heads.length - 1)] ?? find('[data-add]');
}

/** Edits a program and tracks where the focus goes. */
export function useProgramEditor(begun: () => Program): ProgramEditor {
  const [program, setProgram] = useState(begun);
  const [past, setPast] = useState<readonly Program[]>([]);
  const [opened, open] = useState<number>();
  const [fault, tell] = useState<StepFault>();
  const [focusTarget, setFocusTarget] = useState<FocusTarget>();
  useEffect(() => {
    if (focusTarget !== undefined) findFocusTarget(focusTarget)?.focus();
  }, [focusTarget]);
  return useMemo(() => {
    const put = (next: Program) => {
      if (next === program) return;
      setPast((before) => [...before.slice(-MOST_UNDONE), program]);
      setProgram(next);
    };
    return {
      program,
      opened,
      fault,
      canUndo: past.length > 0,
      open,
      tell: (next) => {
        tell(next);
        if (next === undefined) return;
        open(next.edited.key);
        setFocusTarget({ head: next.edited.key });
      },
      add(slot, type) {
        const { prefix, begin } = kindOf(type);
        const key = freeKey(program);
        // Safe because a kind creates steps of its own type.
        const step = { id: freeId(program, prefix), ...begin() } as Step;
        put(insertStep(program, slot, { key, step, then: [], else: [] }));
        open(key);
        setFocusTarget({ fields: key });
      },
      move(key, by) {
        put(moveStep(program, key, by));
        setFocusTarget({ head: key });
      },
      remove(key) {
        const heads = [...document.querySelectorAll<HTMLElement>('[data-step]')];
        put(removeStep(program, key));
        setFocusTarget({ after: heads.findIndex((head) => head.matches(headOf(key))) });
      },
      change(key, step) {
        setProgram((before) => changeStep(before, key, step));
        if (fault?.edited.key === key) tell(undefined);
      },
      undo() {
        const before = past.at(-1);
        if (before === undefined) return;
        setProgram(before);
        setPast(past.slice(0, -1));
      },
      replace: setProgram,
    };
  }, [program, past, opened, fault]);
}

export const EditorContext = createContext<ProgramEditor | undefined>(undefined);

export function useEditor(): ProgramEditor {
  const editor = useContext(EditorContext);
  if (editor === undefined) throw new Error('no program above');
  return editor;
}
