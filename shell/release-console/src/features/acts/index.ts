export { Acts } from './acts';
