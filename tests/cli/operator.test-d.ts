// The operator's client held against the contract, which knows nothing of it.
import type { adminContract, Operation } from '@posthorn/contract';
import type { z } from 'zod';
import type { Operator } from '../../cli/src/service/operator.ts';

type Admin = typeof adminContract;
type Loose<T> = T extends object ? { -readonly [K in keyof T]: Loose<T[K]> } : T extends boolean ? boolean : T;
type Same<A, B> = [Loose<A>, Loose<B>] extends [Loose<B>, Loose<A>] ? true : false;

type Answer<O extends Operation> = {
  [S in keyof O['responses']]: O['responses'][S] extends z.ZodType ? z.output<O['responses'][S]> : never;
}[keyof O['responses']];
type Row<O extends Operation> = Answer<O> extends { data: readonly (infer R)[] } ? R : never;
type Body<O extends Operation> = O['body'] extends z.ZodType ? z.input<O['body']> : never;
type Given<M> = M extends (...args: never) => Promise<infer A> ? A : M extends (...args: never) => AsyncGenerator<infer R> ? R : never;

declare function agree<_A extends true>(): void;

agree<Same<Given<Operator['tenants']['create']>, Answer<Admin['tenants']['create']>>>();
agree<Same<Given<Operator['tenants']['iterate']>, Row<Admin['tenants']['list']>>>();
agree<Same<Given<Operator['tenants']['get']>, Answer<Admin['tenants']['get']>>>();
agree<Same<Given<Operator['tenants']['addCredits']>, Answer<Admin['tenants']['addCredits']>>>();
agree<Same<Given<Operator['tenants']['delete']>, Answer<Admin['tenants']['delete']>>>();
agree<Same<keyof Parameters<Operator['tenants']['update']>[1], keyof Body<Admin['tenants']['update']>>>();
agree<Same<Given<Operator['keys']['create']>, Answer<Admin['tenants']['createApiKey']>>>();
agree<Same<Given<Operator['keys']['iterate']>, Row<Admin['tenants']['listApiKeys']>>>();
agree<Same<Given<Operator['domains']['create']>, Answer<Admin['tenants']['createDomain']>>>();
agree<Same<keyof Parameters<Operator['domains']['create']>[1], keyof Body<Admin['tenants']['createDomain']>>>();
agree<Same<Given<Operator['suppressions']['iterate']>, Row<Admin['suppressions']['list']>>>();
agree<Same<Given<Operator['erasures']['create']>, Answer<Admin['erasures']['create']>>>();
agree<Same<Given<Operator['erasures']['delete']>, Answer<Admin['erasures']['delete']>>>();
agree<Same<Given<Operator['captured']['iterate']>, Row<Admin['captured']['list']>>>();
agree<Same<Given<Operator['captured']['get']>, Answer<Admin['captured']['get']>>>();
agree<Same<Given<Operator['postmaster']['iterate']>, Row<Admin['postmaster']['list']>>>();
agree<Same<Given<Operator['postmaster']['get']>, Answer<Admin['postmaster']['get']>>>();
agree<Same<Given<Operator['clock']['move']>, Answer<Admin['clock']['move']>>>();
agree<Same<keyof Parameters<Operator['clock']['move']>[0], keyof Body<Admin['clock']['move']>>>();
agree<Same<Given<Operator['jobs']['run']>, Answer<Admin['jobs']['run']>>>();
agree<Same<Given<Operator['stats']>, Answer<Admin['stats']['get']>>>();

// @ts-expect-error: the check can fail
agree<Same<{ id: string }, { id: number }>>();
