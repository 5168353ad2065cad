import type { z } from 'zod';
import type { Operation, OperationTable } from '../core/operation.ts';

type BodyExample<O extends Operation> = O extends { readonly bodyType: 'multipart' }
  ? unknown
  : O extends { readonly body: z.ZodType }
    ? { readonly body: z.input<O['body']> }
    : unknown;

// 503 is a declared response of /health; other errors have examples by their code.
type JsonStatus<O extends Operation> = {
  [S in keyof O['responses'] & (200 | 201 | 202 | 503)]: O['responses'][S] extends z.ZodType ? S : never;
}[keyof O['responses'] & (200 | 201 | 202 | 503)];

type AnswerExamples<O extends Operation> = {
  readonly [S in JsonStatus<O>]: O['responses'][S] extends z.ZodType ? z.output<O['responses'][S]> : never;
};

/** A request body and a body for each declared response of every operation that uses JSON. */
export type ResourceExamples<R extends OperationTable[string]> = { readonly [N in keyof R]: BodyExample<R[N]> & AnswerExamples<R[N]> };

/** Examples for a whole table, by the same keys. */
export type ExamplesOf<T extends OperationTable> = { readonly [R in keyof T]: ResourceExamples<T[R]> };

/** The examples of one operation. */
export interface OperationExample {
  readonly body?: unknown;
  readonly [status: number]: unknown;
}

/** Examples of any table, as the document looks them up. */
export type ExampleTable = Readonly<Record<string, Readonly<Record<string, OperationExample>>>>;
