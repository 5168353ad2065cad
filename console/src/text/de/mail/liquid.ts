import type { LiquidWords } from '../../../code/liquid-fault.ts';

const liquidWords: LiquidWords = {
  unknownFilter: (found) => `Einen Filter „${found}“ gibt es nicht.`,
  unknownTag: (found) => `Ein Tag „${found}“ gibt es an dieser Stelle nicht: Es ist falsch geschrieben, oder es fehlt, wozu es gehört.`,
  unclosedRaw: (found) => `${found} wird nicht geschlossen: Es fehlt {% endraw %}.`,
  unclosedTag: (found) => `${found} wird nicht geschlossen.`,
  unclosedOutput: (found) => `${found} wird nicht geschlossen: Es fehlt }}.`,
  unclosedBracket: () => 'Eine Klammer wird nicht geschlossen: Es fehlt ].',
  unexpectedToken: (found) => `${found} steht, wo ein Wert erwartet wird.`,
  unexpectedCharacter: (found) => `${found} wird hier nicht erwartet.`,
  emptyExpression: () => 'Hier fehlt ein Wert.',
  invalidExpression: (found) => `${found} ist kein Wert.`,
  invalidTag: (found) => `${found} ist nicht so geschrieben, wie es dieses Tag verlangt.`,
  missingTagName: () => 'Ein Tag hat keinen Namen.',
  missingEqual: () => 'Es fehlt „=“.',
  missingPipe: () => 'Vor einem Filter fehlt „|“, oder in einer Bedingung „==“, „and“ oder „or“.',
  missingFilterName: () => 'Nach „|“ fehlt der Name eines Filters.',
  invalidRange: () => 'Klammern stehen nur um einen Bereich: Schreiben Sie ihn wie (1..5).',
  repeatedElse: () => 'Es gibt schon ein {% else %}.',
  missingArguments: (found) => `Der Filter „${found}“ braucht einen Wert: Schreiben Sie ihn hinter einen Doppelpunkt.`,
  tooDeep: () => 'Es ist zu tief verschachtelt.',
  tooLong: () => 'Es dauert zu lange, es auszufüllen.',
};

export const liquid = { liquid: liquidWords };
