import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * SQL that differs between the engines where contacts are filtered. Attributes are those of the row of `contacts`; a key is any text.
 */
export interface FilterFunctions {
  /** The attribute as text, whatever it is; null where it is unset. */
  attributeText(key: string): Expression<string | null>;
  /** Whether the attribute is a string. Null where it is absent. */
  isText(key: string): Expression<SqlBool>;
  /** The attribute where it is a number or a string that is a decimal number, else null. Never an error. */
  attributeNumber(key: string): Expression<number | null>;
  /** Whether the attribute is this very value; from an index where there is one. Never null. */
  attributeIs(key: string, value: string | boolean): Expression<SqlBool>;
  /** Whether there is an attribute that is not null. Never null. */
  hasAttribute(key: string): Expression<SqlBool>;
  /** Whether a text has a part, case and all. */
  contains(text: Expression<string | null>, part: string): Expression<SqlBool>;
  /** `column in (values)`, with the list as one parameter. */
  isInNumbers(column: Expression<number | null>, values: readonly number[]): Expression<SqlBool>;
}

/** More digits are not read alike by every engine. */
const MOST_DIGITS = sql.lit(19);

/** Returns the condition that a decimal number has few enough digits to be the same number to every engine. */
export const hasFewDigits = (text: Expression<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`length(replace(replace(${text}, '-', ''), '.', '')) <= ${MOST_DIGITS}`;
