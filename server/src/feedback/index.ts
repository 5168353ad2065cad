export { fetchText } from './fetch-text.ts';
export { providerEventRoutes } from './routes.ts';
export { reportTaker, type TakeReport } from './take-report.ts';
