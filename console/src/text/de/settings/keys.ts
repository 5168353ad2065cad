import type { keys as english } from '../../en/settings/keys.ts';

export const keys: typeof english = {
  keysScreen: {
    intro: 'Mit diesen Schlüsseln authentifizieren sich Ihre Anwendungen.',
    create: 'API-Schlüssel anlegen',
    createdTitle: 'API-Schlüssel angelegt',
    createdText:
      'Kopieren Sie ihn jetzt: Er wird nicht noch einmal angezeigt. Legen Sie ihn dort ab, wo Ihre Anwendung ihre Geheimnisse verwahrt.',
    key: 'Schlüssel',
    example: 'Schnellstart',
    kept: 'Das habe ich gespeichert',
    nameHint: 'Wo er benutzt wird, etwa „Produktion“.',
    permission: 'Berechtigung',
    permissions: { sending_access: 'Nur senden', full_access: 'Voller Zugriff' },
    short: { sending_access: 'Senden', full_access: 'Voll' },
    domain: 'Domain',
    everyDomain: 'Alle bestätigten Domains',
    used: 'Zuletzt benutzt',
    revoke: 'Widerrufen',
    revokeNamed: (name) => `${name} widerrufen`,
    revokeTitle: (name) => `${name} widerrufen?`,
    revokeText: 'Anfragen mit diesem Schlüssel werden sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
    revoked: 'API-Schlüssel widerrufen.',
    emptyTitle: 'Noch keine API-Schlüssel',
    emptyText: 'Legen Sie für jede Anwendung einen eigenen an, damit Sie ihn einzeln widerrufen können.',
  },
};
