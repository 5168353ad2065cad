export { legible } from '../../../server/src/pages/shared/legible.js';
