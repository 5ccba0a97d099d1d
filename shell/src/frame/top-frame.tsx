import { Slot } from '@mahlzeit/shared-ui/platform';
import { TopBar, TopBarBrand, TopBarMenu } from '@mahlzeit/shared-ui/ui';
import type { MouseEvent } from 'react';
import type { Chrome } from '../chrome';
import { MAIN_PATH, isPlainClick } from '../router';
import { useTexts } from '../shell-texts';
import { useObservable } from '../use-observable';

/** Menu and brand are the shell's; place, search and filter are what discovery puts beside them. */
export const TopFrame = ({ chrome }: { readonly chrome: Chrome }) => {
  const t = useTexts();
  const { router, drawer } = chrome;
  const isOpen = useObservable(drawer);
  const goHome = (event: MouseEvent): void => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    router.openMain();
    window.scrollTo({ top: 0 });
  };
  return (
    <TopBar>
      <TopBarMenu label={t('OpenMenu')} isOpen={isOpen} onClick={() => void drawer.open()} />
      <TopBarBrand href={MAIN_PATH} word={t('AppName')} label={t('ToMainScreen')} onClick={goHome} />
      <Slot name="frame/search" props={{}} fallback={null} loading={null} />
    </TopBar>
  );
};
