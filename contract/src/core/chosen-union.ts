import { z } from 'zod';

/** Why no form fits a value, and where in it. */
export interface Misfit {
  readonly path: PropertyKey[];
  readonly message: string;
}

/** The form that a value is to have, by a look at it. */
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
 * A union in the document and in types, of which a value is held against one form alone, so that its fault is told of that form.
 * What `z.discriminatedUnion` does by one field, for forms that no one field tells apart.
 */
export const chosenUnion = <const F extends readonly z.ZodType[]>(forms: F, choose: Choose): z.ZodUnion<F> =>
  // Safe because the options of the union are the forms.
  new ChosenUnion({ type: 'union', options: forms, choose }) as z.ZodUnion as z.ZodUnion<F>;
