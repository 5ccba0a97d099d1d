import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { MainView } from './main-view';

const MainScreen = ({ params: [placeId] }: Pick<ScreenProps, 'params'>) => <MainView placeId={placeId} />;

export default defineScreen(MainScreen, { isSliced: true });
