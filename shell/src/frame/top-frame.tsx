import type { RemoteName } from '@mahlzeit/contract';
import { Slot } from '@mahlzeit/shared-ui/platform';
import { TopBar, TopBarBrand, TopBarMenu } from '@mahlzeit/shared-ui/ui';
import type { MouseEvent } from 'react';
import { useEffect } from 'react';
import type { ShellServices } from '../chrome';
import { MAIN_PATH } from '../router/page-route';
import { isPlainClick } from '../router/follow-hash-links';
import { useTexts } from '../shell-texts';
import { useObservable } from '../use-observable';

const SEARCH = 'frame/search';

interface MissingSearchProps {
  readonly remote: RemoteName;
  readonly loader: ShellServices['loader'];
  readonly onRetry: () => void;
}

/** Shows nothing, since menu and brand stay useful; what belongs here comes as soon as its remote can be had. */
const MissingSearch = ({ remote, loader, onRetry }: MissingSearchProps) => {
  useEffect(() => loader.onArrival(remote, onRetry), [loader, remote, onRetry]);
  return null;
};

const Search = ({ lookup, loader }: Pick<ShellServices, 'lookup' | 'loader'>) => {
  const remote = lookup.withSlot(SEARCH)?.name;
  if (remote === undefined) return null;
  return <Slot name={SEARCH} props={{}} fallback={(retry) => <MissingSearch remote={remote} loader={loader} onRetry={retry} />} />;
};

/** Menu and brand are the shell's; place, search and filter are what discovery puts beside them. */
export const TopFrame = ({ services }: { readonly services: ShellServices }) => {
  const t = useTexts();
  const { router, drawer } = services;
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
      <Search lookup={services.lookup} loader={services.loader} />
    </TopBar>
  );
};
