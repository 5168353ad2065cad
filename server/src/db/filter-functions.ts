import { type Expression, type SqlBool, sql } from 'kysely';

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
const digitsOf = (text: Expression<string>) => sql<number>`length(replace(replace(${text}, '-', ''), '.', ''))`;

const json = sql.ref('contacts.attributes');
/** The same escapes as in the text of the attributes. */
const pathTo = (key: string) => `$.${JSON.stringify(key)}`;
const typeAt = (key: string) => sql<string | null>`json_type(${json}, ${pathTo(key)})`;
const valueAt = (key: string) => sql<string>`(${json} ->> ${pathTo(key)})`;

/** Digits, perhaps with a point and more digits, perhaps after a minus. */
function isDecimalPattern(text: Expression<string>): Expression<SqlBool> {
  const unsigned = sql<string>`ltrim(${text}, '-')`;
  return sql<SqlBool>`(${text} not glob '*[^0-9.-]*' and ${text} not glob '?*-*' and ${unsigned} glob '[0-9]*'
    and ${unsigned} glob '*[0-9]' and ${unsigned} not glob '*.*.*' and ${digitsOf(text)} <= ${MOST_DIGITS})`;
}

export const sqliteFilters: FilterFunctions = {
  attributeText: valueAt,
  isText: (key) => sql`(${typeAt(key)} = 'text')`,
  attributeNumber: (key) =>
    sql`case ${typeAt(key)} when 'integer' then cast(${valueAt(key)} as real) when 'real' then ${valueAt(key)}
      when 'text' then case when ${isDecimalPattern(valueAt(key))} then cast(${valueAt(key)} as real) end end`,
  attributeIs: (key, value) => (typeof value === 'string' ? sql`(${valueAt(key)} is ${value})` : sql`(${typeAt(key)} is ${String(value)})`),
  hasAttribute: (key) => sql`(${valueAt(key)} is not null)`,
  contains: (text, part) => sql`(instr(${text}, ${part}) > 0)`,
  isInNumbers: (column, values) => sql`(${column} in (select cast(value as real) from json_each(${JSON.stringify(values)})))`,
};

/** Kept by the database beside the text, since reading that anew for each row takes five times as long. */
const binary = sql.ref('contacts.attributes_json');
const binaryAt = (key: string) => sql`(${binary} -> ${key}::text)`;
const textAt = (key: string) => sql<string>`(${binary} ->> ${key}::text)`;

export const postgresFilters: FilterFunctions = {
  attributeText: textAt,
  isText: (key) => sql`(jsonb_typeof(${binaryAt(key)}) = 'string')`,
  attributeNumber: (key) =>
    sql`case jsonb_typeof(${binaryAt(key)}) when 'number' then ${textAt(key)}::float8
      when 'string' then case when ${textAt(key)} ~ '^-?[0-9]+([.][0-9]+)?$' and ${digitsOf(textAt(key))} <= ${MOST_DIGITS}
      then ${textAt(key)}::float8 end end`,
  attributeIs: (key, value) => sql`(${binary} @> ${JSON.stringify({ [key]: value })}::jsonb)`,
  hasAttribute: (key) => sql`((jsonb_typeof(${binaryAt(key)}) <> 'null') is true)`,
  contains: (text, part) => sql`(strpos(${text}, ${part}) > 0)`,
  isInNumbers: (column, values) => sql`(${column} = any(${values}::float8[]))`,
};
