import { media, op } from '../core/operation.ts';

export const metrics = {
  get: op({
    method: 'GET',
    path: '/metrics',
    summary: 'Metrics of this process and of the queues',
    description: 'In the text format of Prometheus.',
    tags: ['Metrics'],
    scope: 'metrics',
    responses: { 200: media('text/plain; version=0.0.4; charset=utf-8') },
    answers: { 200: 'The metrics, a line each.' },
    errors: [],
  }),
};
