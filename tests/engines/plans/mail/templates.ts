import { countTemplates, findTemplate, listDisowned, listTemplates } from '../../../../server/src/templates/store.ts';
import { deleteVersions, findActiveVersions, findVersion, listVersions } from '../../../../server/src/templates/version-store.ts';
import type { Plan } from '../plan.ts';

export const templatePlans: readonly Plan[] = [
  ['templates', 'templates_list', (trx) => listTemplates(trx, 't')],
  ['how many templates there are', 'templates_', (trx) => countTemplates(trx, 't')],
  ['one template', 'templates_by_alias', (trx) => findTemplate(trx, 't', 'a')],
  ['templates to delete', 'templates_', (trx) => listDisowned(trx, 5)],
  ['the versions of a template', 'template_versions_by_number', (trx) => listVersions(trx, 'x')],
  ['one version of a template', 'template_versions_by_number', (trx) => findVersion(trx, 'x', 1)],
  ['versions to delete', 'template_versions_by_number', (trx) => deleteVersions(trx, 'x', 5)],
  [
    'the active versions of a batch',
    '(?=[^]*templates_by_alias)[^]*template_versions_by_number',
    (trx) => findActiveVersions(trx, 't', ['a', 'b']),
  ],
];
