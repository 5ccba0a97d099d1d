export { DisplayNameForm } from './display-name-form';
