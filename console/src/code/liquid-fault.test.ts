import { describe, expect, it } from 'vitest';
import { de } from '../text/de.ts';
import { en } from '../text/en.ts';
import { describeLiquid, type LiquidFault, type LiquidWords } from './liquid-fault.ts';

/** The service's message for each kind, as in its own tests, and the part of the template it names. */
const SAID: Readonly<Record<LiquidFault, readonly [detail: string, found: string]>> = {
  unknownFilter: ['undefined filter: upcas', 'upcas'],
  unknownTag: ['tag "endif" not found', 'endif'],
  unclosedRaw: ['raw "{% raw %}x" not closed', '{% raw %}'],
  unclosedTag: ['tag {% if a %} not closed', '{% if a %}'],
  unclosedOutput: ['output "{{ a" not closed', '{{ a'],
  unclosedBracket: ['[ not closed', '['],
  unexpectedToken: ['unexpected token "}", value expected', '"}"'],
  unexpectedCharacter: ['unexpected character "b"', '"b"'],
  emptyExpression: ['invalid value expression: ""', ''],
  invalidExpression: ['invalid value expression: "| a"', '"| a"'],
  invalidTag: ['illegal tag: {% for a b %}', '{% for a b %}'],
  missingTagName: ['illegal tag syntax, tag name expected', ''],
  missingEqual: ['expected "="', ''],
  missingPipe: ['expected "|" before filter', ''],
  missingFilterName: ['expected filter name', ''],
  invalidRange: ['invalid range syntax', ''],
  repeatedElse: ['duplicated else', ''],
  missingArguments: ['append expect 2 arguments', 'append'],
  namelessCapture: ['The tag capture needs the name of a variable.', ''],
  namelessAssign: ['The tag assign needs the name of a variable.', ''],
  emptyCycle: ['The tag cycle needs values.', ''],
  brokenComment: ['Every line of a comment that begins with # has to begin with it.', ''],
  noBase64: ['The filter base64_decode is given no base64.', ''],
  unusableUrl: ['A filter for URLs cannot use the text that it is given.', ''],
  unusableValue: ['A filter cannot use the value that it is given.', ''],
  noTimeZone: ['There is no time zone Nowhere/City.', 'Nowhere/City'],
  tooMuchMemory: ['It makes larger lists or texts than there is memory for.', ''],
  tooMuchSource: ['It is longer than a template may be.', ''],
  tooMuchOutput: ['The output is larger than 1048576 bytes.', '1048576'],
  tooDeep: ['Nested too deeply.', ''],
  tooLong: ['The time to render was used up.', ''],
};

/** Returns the kind and what was found. */
const kinds = new Proxy({} as LiquidWords, { get: (_, kind) => (found: string) => `${String(kind)} ${found}` });

describe('a fault of a template', () => {
  it.each(Object.entries(SAID))('is known as %s, and told in both languages with what it is about', (kind, [detail, found]) => {
    expect(describeLiquid(detail, kinds)).toBe(`${kind} ${found}`);
    const told = [en, de].map(({ liquid }) => describeLiquid(detail, liquid) ?? '');
    expect(new Set([...told, detail]).size).toBe(3);
    if (found !== '[') for (const sentence of told) expect(sentence).toContain(found);
  });

  it.each([
    ['of several lines', 'tag {% if a\n  and b %} not closed', 'unclosedTag {% if a\n  and b %}'],
    ['of a tag that does not end', 'tag "{% if a" not closed', 'unclosedTag {% if a'],
  ])('is known: %s', (_, detail, told) => {
    expect(describeLiquid(detail, kinds)).toBe(told);
  });

  it('is left to the words of the service where its kind is not known', () => {
    expect(describeLiquid('Something else.', de.liquid)).toBeUndefined();
  });
});
