import { DisplayNameForm } from '../features/display-name';
import { defineAccountScreen } from './define-account-screen';

export default defineAccountScreen({ title: 'EditName', Content: DisplayNameForm });
