export { greetingOf } from './greeting';
