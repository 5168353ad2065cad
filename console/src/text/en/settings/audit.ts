export const audit = {
  audit: {
    intro: 'What people have changed, for 400 days.',
    operatorIntro: 'What people have changed in all tenants and in the service, for 400 days.',
    noTenant: 'The service',
    what: 'What',
    who: 'Who',
    object: 'On what',
    answer: 'Answer',
    unknown: 'Not known',
    emptyTitle: 'Nothing yet',
    emptyText: 'Changes by members appear here: who, what, on which object, and when. Requests by API key do not.',
  },
};
