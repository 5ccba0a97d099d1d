export { Row, Rows } from './row';
