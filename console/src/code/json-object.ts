/** The fields of a JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object with fields: neither null nor a list. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the JSON object in a text, an empty one for a blank text; undefined for any other text. */
export function readJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
