import type { LiquidWords } from '../../../code/liquid-fault.ts';

const liquidWords: LiquidWords = {
  unknownFilter: (found) => `There is no filter “${found}”.`,
  unknownTag: (found) => `There is no tag “${found}” at this place: it is misspelt, or what it belongs to was not begun.`,
  unclosedRaw: (found) => `${found} is not closed: {% endraw %} is missing.`,
  unclosedTag: (found) => `${found} is not closed.`,
  unclosedOutput: (found) => `${found} is not closed: }} is missing.`,
  unclosedBracket: () => 'A bracket is not closed: ] is missing.',
  unexpectedToken: (found) => `${found} stands where a value is expected.`,
  unexpectedCharacter: (found) => `${found} is not expected here.`,
  emptyExpression: () => 'A value is missing here.',
  invalidExpression: (found) => `${found} is no value.`,
  invalidTag: (found) => `${found} is not written as this tag has to be.`,
  missingTagName: () => 'A tag has no name.',
  missingEqual: () => '“=” is missing.',
  missingPipe: () => '“|” is missing before a filter, or a condition is not made by “==”, “and” or “or”.',
  missingFilterName: () => 'The name of a filter is missing after “|”.',
  invalidRange: () => 'Parentheses are around a range alone: write it like (1..5).',
  repeatedElse: () => 'There is an {% else %} already.',
  missingArguments: (found) => `The filter “${found}” needs a value: write it after a colon.`,
  tooDeep: () => 'It is nested too deeply.',
  tooLong: () => 'It takes too long to render.',
};

export const liquid = { liquid: liquidWords };
