export { paypalOption } from './paypal-option';
