import { useState } from 'react';

/** Holds typed text in place of an external value, such as the address; a new value replaces it. */
export function useTyped(value: string): readonly [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setTyped(value);
  }
  return [last === value ? typed : value, setTyped];
}
