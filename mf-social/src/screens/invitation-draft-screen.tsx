import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { DraftView } from '../features/invitation-draft';

export default defineScreen(DraftView);
