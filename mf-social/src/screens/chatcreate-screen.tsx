import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { NewChat } from '../features/chat';

export default defineScreen(NewChat);
