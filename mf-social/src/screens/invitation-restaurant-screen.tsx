import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { PlaceStep } from '../features/invitation-draft';

export default defineScreen(PlaceStep);
