import { z } from 'zod';

/** Why no schema matches a value, and where in it. */
export interface Misfit {
  readonly path: PropertyKey[];
  readonly message: string;
}

/** Returns the schema that a value is meant for. */
export type Choose = (given: unknown) => z.core.$ZodType | Misfit;

type ChosenUnionDef = z.core.$ZodUnionDef & { readonly choose: Choose };

const isForm = (chosen: z.core.$ZodType | Misfit): chosen is z.core.$ZodType => '_zod' in chosen;

const ChosenUnion = z.core.$constructor<z.ZodUnion, ChosenUnionDef>('ChosenUnion', (union, def) => {
  z.ZodUnion.init(union, def);
  union._zod.parse = (payload, context) => {
    const chosen = def.choose(payload.value);
    if (isForm(chosen)) return chosen._zod.run(payload, context);
    payload.issues.push({ code: 'custom', input: payload.value, inst: union, ...chosen });
    return payload;
  };
});

/**
 * Creates a union in the document and in types that validates a value against a single member, so that errors refer to that member. Like
 * `z.discriminatedUnion`, for schemas without a single discriminating field.
 */
export const chosenUnion = <const F extends readonly z.ZodType[]>(forms: F, choose: Choose): z.ZodUnion<F> =>
  // Safe because the members of the union are the schemas.
  new ChosenUnion({ type: 'union', options: forms, choose }) as z.ZodUnion as z.ZodUnion<F>;
