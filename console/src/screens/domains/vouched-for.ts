import type { Domain } from '@posthorn/sdk';

/** Returns whether the operator declared a domain verified: its DKIM record, which any other domain needs, was not checked. */
export const isVouchedFor = ({ status, records }: Domain): boolean =>
  status === 'verified' && records.some((record) => record.purpose === 'dkim' && record.status === 'pending');
