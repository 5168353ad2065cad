export { providerEventRoutes } from './routes.ts';
