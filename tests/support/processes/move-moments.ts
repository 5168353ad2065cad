/** When a move is killed: before it writes anything to the target, amid its rows, before its commit is sent, once that is answered. */
export const moments = ['begun', 'amid', 'uncommitted', 'committed'] as const;
export type Moment = (typeof moments)[number];
