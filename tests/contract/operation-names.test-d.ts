// What clients are held to that name operations by method and path.
import type { AdminOperation, adminContract, CallByName, IterateByName, NameOf, Operation } from '@posthorn/contract';
import type { z } from 'zod';

type Admin = typeof adminContract;
type Every = { [R in keyof Admin]: Admin[R][keyof Admin[R]] }[keyof Admin];
type Same<A, B> = [A, B] extends [B, A] ? true : false;
type Answer<O extends Operation> = {
  [S in keyof O['responses']]: O['responses'][S] extends z.ZodType ? z.output<O['responses'][S]> : never;
}[keyof O['responses']];

declare function agree<_A extends true>(): void;
declare const call: CallByName<AdminOperation>;
declare const iterate: IterateByName<AdminOperation>;
declare const anything: object;

agree<Same<AdminOperation, Every>>();
agree<Same<Extract<NameOf<AdminOperation>, `${string} /admin/clock`>, 'GET /admin/clock' | 'POST /admin/clock'>>();
// @ts-expect-error: the check can fail
agree<Same<{ id: string }, { id: number }>>();

export const answers = async () => {
  const tenant = await call('POST /admin/tenants', { body: { name: 'Ada' } });
  agree<Same<typeof tenant, Answer<Admin['tenants']['create']>>>();
  const key = await call('POST /admin/tenants/{id}/api-keys', {
    params: { id: tenant.id },
    body: { name: 'first', permission: 'full_access' },
  });
  agree<Same<typeof key, Answer<Admin['tenants']['createApiKey']>>>();
  for await (const row of iterate('GET /admin/tenants', { query: { limit: 1 } })) agree<Same<typeof row, typeof tenant>>();

  // @ts-expect-error: no such operation
  await call('PUT /admin/tenants', anything);
  // @ts-expect-error: no parameters
  await call('GET /admin/tenants/{id}');
  // @ts-expect-error: another parameter
  await call('GET /admin/tenants/{id}', { params: { name: '' } });
  // @ts-expect-error: no body
  await call('POST /admin/tenants');
  // @ts-expect-error: not of a known plan
  await call('POST /admin/tenants', { body: { name: 'Ada', plan: 'gold' } });
  // @ts-expect-error: takes no body
  await call('GET /admin/clock', { body: {} });
  // @ts-expect-error: no list is written to
  iterate('POST /admin/tenants', { body: { name: 'Ada' } });
};
