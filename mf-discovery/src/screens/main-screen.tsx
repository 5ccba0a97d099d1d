import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { MainView } from './main-view';

/** Main screen of discovery. The prerendered page stays visible until the view has content. */
const MainScreen = ({ params: [placeId] }: Pick<ScreenProps, 'params'>) => <MainView placeId={placeId} />;

export default defineScreen(MainScreen, { isSliced: true });
