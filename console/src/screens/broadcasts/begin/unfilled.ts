/** Variables of a template that a contact does not fill in, or only with an attribute of that name. */
export interface Unfilled {
  readonly never: readonly string[];
  readonly byAttributes: readonly string[];
}

const OF_ATTRIBUTES = 'attributes.';

/** An attribute is a text, a number, or a boolean: a nested path is none. */
const attributeOf = (path: string): string | undefined => {
  const name = path.startsWith(OF_ATTRIBUTES) ? path.slice(OF_ATTRIBUTES.length) : path;
  return /[.[\]]/.test(name) ? undefined : name;
};

/** Classifies the paths that a template lacks, each once, and attributes by name. */
export function unfilledOf(missing: readonly string[]): Unfilled {
  const never = missing.filter((path) => attributeOf(path) === undefined);
  const byAttributes = missing.flatMap((path) => attributeOf(path) ?? []);
  return { never: [...new Set(never)], byAttributes: [...new Set(byAttributes)] };
}
