import { useState } from 'react';

/** What somebody types in the place of a value from elsewhere, such as the address: a new value replaces it. */
export function useTyped(value: string): readonly [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setTyped(value);
  }
  return [last === value ? typed : value, setTyped];
}
