export { History } from './history';
export { historyOf } from './history-rules';
