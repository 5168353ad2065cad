import { useRef, useState } from 'react';
import { isChangedElsewhere, withSaved } from './changes.ts';

interface Filled<T> {
  /** What the form was filled with, and what it has saved since. */
  readonly filled: T;
  /** How often it was filled anew: the key of fields that hold their own values. */
  readonly refills: number;
  readonly isChanged: boolean;
  /** To be called when something is typed. */
  change(): void;
  /** Begins a save; the returned function takes its answer, and what was sent. */
  save(): (after: T, request: object) => void;
}

interface FilledOptions<T extends object> {
  /** The thing as it is known now. */
  readonly now: T;
  /** Reads the fields of a thing that the form has. */
  fieldsOf(thing: NoInfer<T>): object;
  onRefill(after: T): void;
}

/**
 * Tracks what a form that stays on the screen was filled with. What was changed elsewhere is shown as soon as nothing is unsaved; text
 * typed during a save is neither saved nor overwritten.
 */
export function useFilled<T extends object>({ now, fieldsOf, onRefill }: FilledOptions<T>): Filled<T> {
  const [filled, setFilled] = useState(now);
  const [refills, setRefills] = useState(0);
  const [isChanged, setChanged] = useState(false);
  const changes = useRef(0);
  const isOther = (after: T, request?: object) => isChangedElsewhere(fieldsOf(after), fieldsOf(filled), request);
  const refill = (after: T) => {
    setFilled(after);
    setRefills((times) => times + 1);
    onRefill(after);
  };
  if (!isChanged && isOther(now)) refill(now);
  return {
    filled,
    refills,
    isChanged,
    change() {
      changes.current += 1;
      setChanged(true);
    },
    save() {
      const before = changes.current;
      return (after, request) => {
        if (changes.current !== before) return setFilled(withSaved(filled, after, request));
        if (isOther(after, request)) refill(after);
        else setFilled(after);
        setChanged(false);
      };
    },
  };
}
