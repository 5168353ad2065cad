import type { ReactNode } from 'react';
import type { Words } from '../../text/words.ts';
import { legible } from '../legible.ts';

/** Characters that surely fit into the lines of a heading, also on a phone. */
const FITTING = 80;

/** A subject as a heading, cut after four lines: it may have 998 characters. */
export function SubjectHeading({ subject }: { readonly subject: string }) {
  return <span className="line-clamp-4">{legible(subject)}</span>;
}

/** Returns the fact that has a subject whole, folded up, where its heading may be cut; and else none. */
export function subjectFact(subject: string, words: Words): readonly (readonly [label: string, value: ReactNode])[] {
  if (subject.length <= FITTING) return [];
  const whole = (
    <details key="subject">
      <summary className="cursor-pointer">{words.email.characters(subject.length)}</summary>
      {legible(subject)}
    </details>
  );
  return [[words.emails.subject, whole]];
}
