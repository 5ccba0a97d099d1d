export { SecondStep } from './second-step';
