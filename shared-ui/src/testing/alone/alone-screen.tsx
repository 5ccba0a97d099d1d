import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { RemoteDeclaration, ScreenModule, ScreenProps, ShellApi } from '../../platform/shell/shell-contract';
import { AppFrame, Button, ErrorState, MainRegion, TopBar } from '../../ui';
import { showsScreen } from '../shell/scenario';
import type { Scenario } from '../shell/scenario';
import { mountInElement, slotScreen } from '../screen/mount-screen';
import { useTexts } from './alone-panel';

interface StagedProps {
  readonly load: () => Promise<ScreenModule>;
  readonly shell: ShellApi;
  readonly params: readonly string[];
}

/**
 * Mounts a screen in its own element. A new screen gets a new element, and the former element is removed after its
 * screen has unmounted.
 */
const Staged = ({ load, shell, params }: StagedProps) => {
  const host = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const t = useTexts();
  const propsNow = useEffectEvent((): ScreenProps => ({
    shell,
    params,
    renderFailure: (retry) => <ErrorState title={t('Broken')} onRetry={retry} />,
  }));

  useEffect(() => {
    const { current } = host;
    if (current === null) return undefined;
    const element = current.appendChild(document.createElement('div'));
    element.style.display = 'contents';
    const mountedScreen = load().then((screen) => mountInElement(screen, element, propsNow()));
    mountedScreen.catch(setFailure);
    return () => {
      // When mounting has failed, there is no screen to unmount.
      void mountedScreen
        .then(
          (screen) => screen.unmount(),
          () => undefined,
        )
        .then(() => element.remove());
    };
  }, [load]);

  if (failure !== null)
    return <ErrorState title={t('Broken')} text={String(failure)} onRetry={() => location.reload()} />;
  return <Contents ref={host} />;
};

const missingSlot = async (): Promise<ScreenModule> => {
  throw new Error('Unknown slot of the scenario');
};

interface AloneScreenProps {
  readonly declaration: RemoteDeclaration;
  readonly scenario: Scenario | null;
  readonly shell: ShellApi;
  /** Screen that the URL names; null after the screen was closed. */
  readonly address: { readonly key: string; readonly params: readonly string[] } | null;
  readonly onReopen: () => void;
}

/** Renders the screen that the URL names, or the slot of the scenario. */
export const AloneScreen = ({ declaration, scenario, shell, address, onReopen }: AloneScreenProps): ReactNode => {
  const t = useTexts();
  const [slot] = useState(() =>
    scenario !== null && !showsScreen(scenario) ? slotScreen(scenario, t('SlotMissing')) : null,
  );
  const [loadSlot] = useState(() => (slot === null ? missingSlot : () => Promise.resolve(slot)));
  const [loaders] = useState(
    () =>
      new Map(
        declaration.screens.map(
          (screen) => [screen.key, { screen, load: async () => (await screen.load()).default }] as const,
        ),
      ),
  );

  if (address === null && slot !== null) {
    const stagedElement = <Staged load={loadSlot} shell={shell} params={[]} />;
    const isOfFrame = scenario !== null && !showsScreen(scenario) && scenario.slot.startsWith('frame/');
    return isOfFrame ? (
      <AppFrame>
        <TopBar>{stagedElement}</TopBar>
      </AppFrame>
    ) : (
      <Padded>{stagedElement}</Padded>
    );
  }
  if (address === null)
    return (
      <Padded>
        <p>{t('Closed')}</p>
        <Button onClick={onReopen}>{t('Reopen')}</Button>
      </Padded>
    );
  const load = loaders.get(address.key);
  if (load === undefined)
    return (
      <Padded>
        <p>{t('Unknown', { key: address.key })}</p>
        <Button onClick={onReopen}>{t('Reopen')}</Button>
      </Padded>
    );
  const dialogElement = (
    <Staged key={`${address.key}/${address.params.join('/')}`} load={load.load} shell={shell} params={address.params} />
  );
  return load.screen.region === 'main' ? (
    <AppFrame>
      <MainRegion>{dialogElement}</MainRegion>
    </AppFrame>
  ) : (
    dialogElement
  );
};

const Contents = styled.div`
  display: contents;
`;

const Padded = styled.main`
  padding: 20px 16px;
`;
