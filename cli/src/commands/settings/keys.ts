import type { ApiKey, CreateApiKeyRequest } from '@posthorn/sdk';
import { Command, Option } from 'commander';
import { addListOptions, examples, type ListOptions, pageSize, take } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import { withSession } from '../../service/session.ts';

interface TenantOption {
  readonly tenant?: string;
}

interface CreateOptions extends TenantOption {
  readonly permission: CreateApiKeyRequest['permission'];
  readonly domain?: string;
}

const COLUMNS: Columns<ApiKey> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  permission: ({ permission }) => permission,
  domain: ({ domain_id: domain }) => domain,
  prefix: ({ prefix }) => prefix,
  'last used': ({ last_used_at: at }) => time(at),
  created: ({ created_at: at }) => time(at),
};

const ofTenant = (command: Command): Command => command.option('--tenant <tenant>', 'of this tenant, as the operator');

const create = () =>
  ofTenant(new Command('create').description('Create an API key, which is shown only once.').argument('<name>'))
    .addOption(new Option('--permission <permission>').choices(['full_access', 'sending_access']).default('full_access'))
    .option('--domain <domain>', 'the only domain it may send from; only with sending_access')
    .action(
      withSession(async ({ tenant, operator, print }, name: string, options: CreateOptions) => {
        const request = { name, permission: options.permission, domain_id: options.domain };
        print.record(
          await (options.tenant === undefined
            ? tenant().apiKeys.create(request)
            : operator().call('POST /admin/tenants/{id}/api-keys', { params: { id: options.tenant }, body: request })),
        );
      }),
    );

const list = () =>
  addListOptions(ofTenant(new Command('list').description('List API keys, newest first.'))).action(
    withSession(async ({ tenant, operator, print }, options: ListOptions & TenantOption) => {
      const limit = pageSize(options);
      const keys =
        options.tenant === undefined
          ? tenant().apiKeys.iterate({ limit })
          : operator().iterate('GET /admin/tenants/{id}/api-keys', { params: { id: options.tenant }, query: { limit } });
      await print.list(take(keys, options), COLUMNS);
    }),
  );

const remove = () =>
  ofTenant(new Command('delete').description('Revoke an API key from the next request on.').argument('<api-key>')).action(
    withSession(async ({ tenant, operator, print }, id: string, options: TenantOption) => {
      const answer = await (options.tenant === undefined
        ? tenant().apiKeys.delete(id)
        : operator().call('DELETE /admin/tenants/{id}/api-keys/{key_id}', { params: { id: options.tenant, key_id: id } }));
      print.result(answer, `revoked ${answer.id}`);
    }),
  );

/** `posthorn keys …` */
export const keysCommand = () =>
  [create(), list(), remove()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('keys')
      .description('API keys.')
      .addHelpText(
        'after',
        examples('keys create ci --permission sending_access --domain example.com', 'keys create first --tenant Acme', 'keys delete ci'),
      ),
  );
