export { loadFailureText, useFailureText } from './load-failure-text';
export { refusedBy } from './refused-by';
