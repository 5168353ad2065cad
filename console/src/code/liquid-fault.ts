/** What is wrong with a template, as the service says it: in English, as its engine words it. */
const KINDS = {
  unknownFilter: /^undefined filter: (.+)$/s,
  unknownTag: /^tag "(.+)" not found$/s,
  unclosedRaw: /^raw "?(\{%.+?%\}).* not closed$/s,
  unclosedTag: /^tag "?(\{%.+?)"? not closed$/s,
  unclosedOutput: /^output "?(\{\{.+?)"? not closed$/s,
  unclosedBracket: /^(\[) not closed$/,
  unexpectedToken: /^unexpected token (.+), value expected$/s,
  unexpectedCharacter: /^unexpected character (.+)$/s,
  emptyExpression: /^invalid value expression: ""$/,
  invalidExpression: /^invalid value expression: (.+)$/s,
  invalidTag: /^illegal tag: (.+)$/s,
  missingTagName: /^illegal (?:liquid )?tag syntax/,
  missingEqual: /^expected "="$/,
  missingPipe: /^expected "\|" before filter$/,
  missingFilterName: /^expected filter name$/,
  invalidRange: /^(?:invalid range syntax|unbalanced parentheses)$/,
  repeatedElse: /^(?:duplicated else|unexpected elsif after else)$/,
  missingArguments: /^(.+) expect \d+ arguments$/,
  tooDeep: /^Nested too deeply\.$/,
  tooLong: /^The time to render was used up\.$/,
} as const;

export type LiquidFault = keyof typeof KINDS;

/** A sentence for each kind of fault; `found` is what of the template the fault is about, empty where it is about nothing in particular. */
export type LiquidWords = Readonly<Record<LiquidFault, (found: string) => string>>;

/** Returns what is wrong with a template in the words given; undefined for a kind that there are none for. */
export function describeLiquid(detail: string, words: LiquidWords): string | undefined {
  for (const [kind, pattern] of Object.entries(KINDS)) {
    const match = pattern.exec(detail);
    // Safe because the table has these keys alone.
    if (match !== null) return words[kind as LiquidFault](match[1] ?? '');
  }
  return undefined;
}
