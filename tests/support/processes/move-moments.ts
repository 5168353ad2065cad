/** When a move is killed: before it writes anything there, amid its rows, before its commit is sent, once that is answered. */
export const moments = ['begun', 'amid', 'uncommitted', 'committed'] as const;
export type Moment = (typeof moments)[number];
