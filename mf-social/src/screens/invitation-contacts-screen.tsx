import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { ContactsStep } from '../features/invitation-draft';

export default defineScreen(ContactsStep);
