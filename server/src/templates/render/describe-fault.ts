import { LiquidError } from 'liquidjs';
import { toStorable } from '../../core/text/storable.ts';

const MOST_LENGTH = 200;

const TOO_DEEP = 'Nested too deeply.';
const UNUSABLE = 'A filter cannot use the value that it is given.';

/** What the language says of a fault in words of its own insides, and what is said in their place. */
const SENTENCES: readonly (readonly [said: RegExp, told: string])[] = [
  [/^memory alloc limit exceeded$/, 'It makes larger lists or texts than there is memory for.'],
  [/^parse length limit exceeded$/, 'It is longer than a template may be.'],
  [/^URI malformed$/, 'A filter for URLs cannot use the text that it is given.'],
  [/^invalid base64 provided to base64_decode$/, 'The filter base64_decode is given no base64.'],
  [/^Invalid time zone specified: (.*)$/s, 'There is no time zone $1.'],
  [/^invalid capture name$/, 'The tag capture needs the name of a variable.'],
  [/^expected variable name$/, 'The tag assign needs the name of a variable.'],
  [/^empty candidates: .*$/s, 'The tag cycle needs values.'],
  [/^every line of an inline comment must start with a '#' character$/, 'Every line of a comment that begins with # has to begin with it.'],
];

/** Returns whether an error is of the machine that runs the language: its words speak of code and not of the template. */
const isOfMachine = (error: Error) => [TypeError, RangeError, SyntaxError, ReferenceError].some((kind) => error instanceof kind);

/** Returns what is wrong with a template, in a sentence for whoever has written it. */
export function describeFault(error: Error): string {
  const cause = LiquidError.is(error) ? (error.originalError ?? error) : error;
  if (cause instanceof RangeError && cause.message.includes('call stack')) return TOO_DEEP;
  const message = cause.message.replace(/, line:\d+, col:\d+$/, '');
  const sentence = SENTENCES.find(([said]) => said.test(message));
  const told = sentence === undefined ? (isOfMachine(cause) ? UNUSABLE : message) : message.replace(...sentence);
  return toStorable(told.length > MOST_LENGTH ? `${told.slice(0, MOST_LENGTH)}…` : told);
}
