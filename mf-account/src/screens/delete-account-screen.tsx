import { DeleteAccount } from '../features/deletion';
import { defineAccountScreen } from './define-account-screen';

export default defineAccountScreen({ title: 'DeleteAccount', Content: DeleteAccount });
