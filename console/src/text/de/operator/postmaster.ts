import type { postmaster as english } from '../../en/operator/postmaster.ts';

export const postmaster: typeof english = {
  postmaster: {
    intro: 'Mail an den Postmaster dieses Dienstes und Zustellberichte, die sich nicht lesen ließen, aus den letzten 30 Tagen.',
    mail: 'Mail an den Postmaster',
    unread: 'Unlesbarer Bericht',
    show: 'Angezeigte Mail',
    toPostmaster: 'An den Postmaster',
    unreadable: 'Unlesbare Berichte',
    reason: 'Grund',
    server: 'Sendender Server',
    messages: 'Betroffene Nachrichten',
    isCut: 'Nur die ersten 256 KiB werden angezeigt.',
    isLost: 'Der Quelltext ist verloren gegangen.',
    emptyTitle: 'Keine Mail an den Postmaster',
    emptyText: 'An diese Adresse schreiben Betreiber anderer Mailserver, wenn mit Mail von diesem Server etwas nicht stimmt.',
    readTitle: 'Keine unlesbaren Berichte',
    readText: 'Ein Zustellbericht, der sich nicht lesen lässt, steht hier. Mail an einen Mandanten steht in dessen eigener Liste.',
  },
};
