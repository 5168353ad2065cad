/** The service's messages for faults of a template: in English, as worded by its engine. */
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
  namelessCapture: /^The tag capture needs/,
  namelessAssign: /^The tag assign needs/,
  emptyCycle: /^The tag cycle needs/,
  brokenComment: /^Every line of a comment /,
  noBase64: /^The filter base64_decode is given/,
  unusableUrl: /^A filter for URLs cannot/,
  unusableValue: /^A filter cannot use the value/,
  noTimeZone: /^There is no time zone (.+)\.$/s,
  tooMuchMemory: /^It makes larger lists/,
  tooMuchSource: /^It is longer than a template/,
  tooMuchOutput: /^The output is larger than (\d+) bytes\.$/,
  tooDeep: /^Nested too deeply\.$/,
  tooLong: /^The time to render was used up\.$/,
} as const;

export type LiquidFault = keyof typeof KINDS;

/** A sentence for each kind of fault; `found` is the part of the template at fault, empty if it is nothing in particular. */
export type LiquidWords = Readonly<Record<LiquidFault, (found: string) => string>>;

/** Describes the fault of a template in the given words; undefined for an unknown kind. */
export function describeLiquid(detail: string, words: LiquidWords): string | undefined {
  for (const [kind, pattern] of Object.entries(KINDS)) {
    const match = pattern.exec(detail);
    // Safe because the table has only these keys.
    if (match !== null) return words[kind as LiquidFault](match[1] ?? '');
  }
  return undefined;
}
