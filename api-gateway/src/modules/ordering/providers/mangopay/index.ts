export { mangopayOption } from './mangopay-option';
