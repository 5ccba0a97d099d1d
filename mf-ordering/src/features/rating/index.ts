export { default } from './orderrating-screen';
