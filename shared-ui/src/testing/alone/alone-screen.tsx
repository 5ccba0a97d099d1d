import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { RemoteDeclaration, ScreenModule, ScreenProps, ShellApi } from '../../platform/shell/shell-contract';
import { AppFrame, Button, ErrorState, MainRegion, TopBar } from '../../ui';
import { showsScreen } from '../shell/scenario';
import type { Scenario } from '../shell/scenario';
import { mountInElement, slotScreen } from '../screen/mount-screen';
import { useTexts } from './alone-panel';

interface ScreenAreaProps {
  readonly load: () => Promise<ScreenModule>;
  readonly shell: ShellApi;
  readonly params: readonly string[];
}

/**
 * Mounts a screen in its own element. A new screen gets a new element, and the former element is removed after its
 * screen has unmounted.
 */
const ScreenArea = ({ load, shell, params }: ScreenAreaProps) => {
  const hostElement = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const t = useTexts();
  const currentProps = useEffectEvent((): ScreenProps => ({
    shell,
    params,
    renderFailure: (retry) => <ErrorState title={t('Broken')} onRetry={retry} />,
  }));

  useEffect(() => {
    const { current } = hostElement;
    if (current === null) return undefined;
    const element = current.appendChild(document.createElement('div'));
    element.style.display = 'contents';
    const mountPromise = load().then((screen) => mountInElement(screen, element, currentProps()));
    mountPromise.catch(setFailure);
    return () => {
      // When mounting has failed, there is no screen to unmount.
      void mountPromise
        .then(
          (screen) => screen.unmount(),
          () => undefined,
        )
        .then(() => element.remove());
    };
  }, [load]);

  if (failure !== null)
    return <ErrorState title={t('Broken')} text={String(failure)} onRetry={() => location.reload()} />;
  return <ScreenHost ref={hostElement} />;
};

const loadMissingSlot = async (): Promise<ScreenModule> => {
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
  const [slotModule] = useState(() =>
    scenario !== null && !showsScreen(scenario) ? slotScreen(scenario, t('SlotMissing')) : null,
  );
  const [loadSlot] = useState(() => (slotModule === null ? loadMissingSlot : () => Promise.resolve(slotModule)));
  const [screenByKey] = useState(
    () =>
      new Map(
        declaration.screens.map(
          (screen) => [screen.key, { screen, load: async () => (await screen.load()).default }] as const,
        ),
      ),
  );

  if (address === null && slotModule !== null) {
    const slotElement = <ScreenArea load={loadSlot} shell={shell} params={[]} />;
    const isFrameSlot = scenario !== null && !showsScreen(scenario) && scenario.slot.startsWith('frame/');
    return isFrameSlot ? (
      <AppFrame>
        <TopBar>{slotElement}</TopBar>
      </AppFrame>
    ) : (
      <PaddedMain>{slotElement}</PaddedMain>
    );
  }
  if (address === null)
    return (
      <PaddedMain>
        <p>{t('Closed')}</p>
        <Button onClick={onReopen}>{t('Reopen')}</Button>
      </PaddedMain>
    );
  const screenEntry = screenByKey.get(address.key);
  if (screenEntry === undefined)
    return (
      <PaddedMain>
        <p>{t('Unknown', { key: address.key })}</p>
        <Button onClick={onReopen}>{t('Reopen')}</Button>
      </PaddedMain>
    );
  const screenElement = (
    <ScreenArea
      key={`${address.key}/${address.params.join('/')}`}
      load={screenEntry.load}
      shell={shell}
      params={address.params}
    />
  );
  return screenEntry.screen.region === 'main' ? (
    <AppFrame>
      <MainRegion>{screenElement}</MainRegion>
    </AppFrame>
  ) : (
    screenElement
  );
};

const ScreenHost = styled.div`
  display: contents;
`;

const PaddedMain = styled.main`
  padding: 20px 16px;
`;
