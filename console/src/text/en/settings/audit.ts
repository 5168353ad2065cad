export const audit = {
  audit: {
    intro: 'Changes made by people, kept for 400 days.',
    operatorIntro: 'Changes made by people in all tenants and in the service, kept for 400 days.',
    noTenant: 'Service',
    what: 'Action',
    who: 'Person',
    object: 'Object',
    answer: 'Result',
    unknown: 'Unknown',
    emptyTitle: 'No changes yet',
    emptyText: 'Changes by members appear here: who changed what, and when. Requests with an API key are not included.',
  },
};
