import { expect, it } from 'vitest';
import { unfilledOf } from './unfilled.ts';

it('tells what attributes of contacts can fill in from what nothing of a contact can', () => {
  expect(unfilledOf(['name', 'order.total', 'attributes.city', 'city', 'items[0].price', 'attributes.home.street', 'order.total'])).toEqual(
    {
      never: ['order.total', 'items[0].price', 'attributes.home.street'],
      byAttributes: ['name', 'city'],
    },
  );
});
