export { default } from './receipt-screen';
