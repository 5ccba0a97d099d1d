import { ChangeEmailForm } from '../features/email';
import { defineAccountScreen } from './define-account-screen';

export default defineAccountScreen({ title: 'ChangeEmail', Content: ChangeEmailForm });
