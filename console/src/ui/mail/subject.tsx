import { legible } from '../legible.ts';

/** Characters that surely fit into the lines of a heading, also on a phone. */
const FITTING = 80;

/** A subject as a heading, cut after four lines: it may have 998 characters. */
export function SubjectHeading({ subject }: { readonly subject: string }) {
  return <span className="line-clamp-4">{legible(subject)}</span>;
}

/** Returns the fact that has a subject whole where its heading may be cut, and else none. */
export const subjectFact = (subject: string, label: string): readonly (readonly [label: string, value: string])[] =>
  subject.length > FITTING ? [[label, legible(subject)]] : [];
