import type { Domain } from '@posthorn/sdk';

/** Returns whether a domain is verified by the word of the operator: its DKIM record, which any other has to have, was not looked up. */
export const isVouchedFor = ({ status, records }: Domain): boolean =>
  status === 'verified' && records.some((record) => record.purpose === 'dkim' && record.status === 'pending');
