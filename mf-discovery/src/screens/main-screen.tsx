import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { MainView } from './main-view';

export default defineScreen(MainView);
