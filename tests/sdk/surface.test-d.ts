// The client's types held against the contract, which knows nothing of them. The compiler names each operation that differs.
import type { ErrorFields as ContractErrorFields, contract, ErrorCode, Operation } from '@posthorn/contract';
import {
  type CallOptions,
  type ErrorFields,
  Posthorn,
  PosthornError,
  type ErrorCode as SdkErrorCode,
  type SendRequest,
} from '@posthorn/sdk';
import type { z } from 'zod';

type Contract = typeof contract;

/** Without `readonly`, and without `true` and patterns, which the generator does not know. */
type Loose<T> = T extends true
  ? boolean
  : T extends `attributes.${string}`
    ? string
    : T extends Response
      ? Response
      : T extends readonly (infer I)[]
        ? Loose<I>[]
        : T extends object
          ? { -readonly [K in keyof T]: Loose<T[K]> }
          : T;

/** With every optional field, which a type may otherwise lack unnoticed. */
type Full<T> = T extends Response
  ? T
  : T extends readonly (infer I)[]
    ? Full<I>[]
    : T extends object
      ? { [K in keyof T]-?: Full<Exclude<T[K], undefined>> }
      : T;

type Within<A, B> = [A, Full<A>] extends [B, Full<B>] ? true : false;
type Differing<A, B, Name> = [Within<Loose<A>, Loose<B>>, Within<Loose<B>, Loose<A>>] extends [true, true] ? never : Name;

type Answer<O extends Operation> = {
  [S in keyof O['responses']]: O['responses'][S] extends z.ZodType ? z.output<O['responses'][S]> : Response;
}[keyof O['responses']];
/** The JSON, or the fields of a form beside its file. */
type Body<O extends Operation> = O['body'] extends z.ZodType ? z.input<O['body']> : never;

type Method = (...args: never) => Promise<unknown>;
type MethodOf<R, N> = R extends keyof Posthorn ? (N extends keyof Posthorn[R] ? Posthorn[R][N] : never) : never;
type BodyArgument<O extends Operation, M extends Method> = O['body'] extends z.ZodType
  ? O extends { readonly bodyType: 'multipart' }
    ? Omit<Exclude<Parameters<M>[1], undefined>, keyof CallOptions>
    : O['params'] extends z.ZodObject
      ? Exclude<Parameters<M>[1], undefined>
      : Parameters<M>[0]
  : never;

type Place<R, N> = `${R & string}.${N & string}`;
type Fault<O extends Operation, M, P extends string> = [M] extends [never]
  ? `${P} is missing`
  : M extends Method
    ?
        | Differing<Answer<O>, Awaited<ReturnType<M>>, `${P} answers something else (npm run generate?)`>
        | Differing<Body<O>, BodyArgument<O, M>, `${P} takes another body (npm run generate?)`>
    : `${P} is no function`;
type Faults<T> = {
  [R in keyof T]: { [N in keyof T[R]]: T[R][N] extends Operation ? Fault<T[R][N], MethodOf<R, N>, Place<R, N>> : never }[keyof T[R]];
}[keyof T];

declare function none<_Faults extends never>(): void;

none<Faults<Contract>>();

type ErrorFaults = { [C in ErrorCode]: Differing<ContractErrorFields<C>, ErrorFields<C>, `${C} has other fields`> }[ErrorCode];

none<ErrorFaults>();
none<Differing<ErrorCode | 'unexpected_response', SdkErrorCode, 'other codes'>>();

// The checks can fail.
type Checked<T> = { email: { send: Omit<Contract['email']['send'], keyof T> & T } };

none<Faults<Checked<{ responses: { 202: Contract['email']['send']['responses'][202] } }>>>();

// @ts-expect-error: an answer of another form
none<Faults<Checked<{ responses: { 202: z.ZodObject<{ id: z.ZodString }> } }>>>();

// @ts-expect-error: one more answer
none<Faults<Checked<{ responses: Contract['email']['send']['responses'] & { 201: z.ZodObject<{ id: z.ZodString }> } }>>>();

// @ts-expect-error: another body
none<Faults<Checked<{ body: z.ZodObject<{ id: z.ZodString }> }>>>();

// @ts-expect-error: an operation that the client does not have
none<Faults<{ email: { unsend: Contract['email']['send'] } }>>();

// @ts-expect-error: an optional field that only one of the two has
none<Differing<{ a: string; b?: number }, { a: string }, 'differs'>>();

// @ts-expect-error: a field that only one of the two may lack
none<Differing<{ a: string; b?: number }, { a: string; b: number }, 'differs'>>();

const client = new Posthorn({ apiKey: 'key', baseUrl: 'http://service.test' });
const mail: SendRequest = { from: 'a@example.com', to: ['b@example.com'], subject: 'Hello' };

// @ts-expect-error: a field is missing
client.email.send({ from: 'a@example.com', subject: 'Hello' });

// @ts-expect-error: no such stream
client.email.send({ ...mail, stream: 'bulk' });

// @ts-expect-error: a cursor of numbers
client.messages.list({ cursor: 'msg_1' });

// @ts-expect-error: no id
client.messages.get();

const health = await client.health.check();
// @ts-expect-error: only an unavailable service names its parts
health.checks;
if (health.status === 'unavailable') health.checks satisfies Record<string, string>;

const error: unknown = undefined;
if (error instanceof PosthornError) {
  error.code satisfies string;
  if (error.is('from_domain_not_verified')) error.fields.from satisfies string;
  if (error.is('missing_field', 'validation_failed')) error.fields.field satisfies string | undefined;
  // @ts-expect-error: not_found has no fields
  if (error.is('not_found')) error.fields.field;
  // @ts-expect-error: no such code
  error.is('gone_fishing');
}
