import type { keys as english } from '../../en/settings/keys.ts';

export const keys: typeof english = {
  keysScreen: {
    intro: 'Ein Programm zeigt bei jeder Anfrage einen Schlüssel vor.',
    create: 'Schlüssel anlegen',
    createdTitle: 'Der Schlüssel ist fertig',
    createdText: 'Er wird nur jetzt gezeigt. Legen Sie ihn dort ab, wo Ihr Programm seine Geheimnisse liest.',
    key: 'Schlüssel',
    example: 'Erste Zeilen',
    kept: 'Ich habe es aufbewahrt',
    nameHint: 'Wo er benutzt wird, etwa „Produktion“.',
    permission: 'Darf',
    permissions: { sending_access: 'Nur senden', full_access: 'Alles' },
    short: { sending_access: 'Nur senden', full_access: 'Alles' },
    domain: 'Von',
    everyDomain: 'Jeder bestätigten Domain',
    used: 'Zuletzt benutzt',
    revoke: 'Widerrufen',
    revokeNamed: (name) => `${name} widerrufen`,
    revokeTitle: (name) => `${name} widerrufen?`,
    revokeText: 'Von der nächsten Anfrage an wird er abgewiesen. Das lässt sich nicht zurücknehmen.',
    revoked: 'Der Schlüssel ist widerrufen.',
    emptyTitle: 'Noch keine Schlüssel',
    emptyText: 'Legen Sie für jedes Programm einen an, sodass jeder für sich widerrufen werden kann.',
  },
};
