import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { RemoteDeclaration, ScreenModule, ScreenProps, ShellApi } from '../../platform/shell/shell-contract';
import { AppFrame, Button, ErrorState, MainRegion, TopBar } from '../../ui';
import { checkAccess } from '../../platform/shell/check-access';
import type { AccessResult } from '../../platform/shell/check-access';
import { useSession } from '../../platform/shell/use-shell';
import { showsScreen } from '../shell/scenario';
import type { Scenario, ShownSlot } from '../shell/scenario';
import { mountInElement, slotScreen } from '../screen/mount-screen';
import { useTexts } from './alone-panel';

interface ScreenAreaProps {
  readonly load: () => Promise<ScreenModule>;
  readonly shell: ShellApi;
  readonly params: readonly string[];
}

/**
 * Mounts a screen in an element of its own. Each new screen gets a new element; the former one is removed after its
 * screen has unmounted.
 */
const ScreenArea = ({ load, shell, params }: ScreenAreaProps) => {
  const hostElement = useRef<HTMLDivElement>(null);
  const [mountFailure, setMountFailure] = useState<unknown>(null);
  const t = useTexts();
  const currentScreenProps = useEffectEvent((): ScreenProps => ({
    shell,
    params,
    renderFailure: (retryMount) => <ErrorState title={t('Broken')} onRetry={retryMount} />,
  }));

  useEffect(() => {
    const { current } = hostElement;
    if (current === null) return undefined;
    const mountElement = current.appendChild(document.createElement('div'));
    mountElement.style.display = 'contents';
    const mountPromise = load().then((screen) => mountInElement(screen, mountElement, currentScreenProps()));
    mountPromise.catch(setMountFailure);
    return () => {
      // When mounting has failed, there is no screen to unmount.
      void mountPromise
        .then(
          (screen) => screen.unmount(),
          () => undefined,
        )
        .then(() => mountElement.remove());
    };
  }, [load]);

  if (mountFailure !== null)
    return <ErrorState title={t('Broken')} text={String(mountFailure)} onRetry={() => location.reload()} />;
  return <ScreenHost ref={hostElement} />;
};

const failToLoadMissingSlot = async (): Promise<ScreenModule> => {
  throw new Error('Unknown slot of the scenario');
};

interface AloneScreenProps {
  readonly declaration: RemoteDeclaration;
  readonly scenario: Scenario | null;
  readonly shell: ShellApi;
  /** Whether a tester has chosen another session than the scenario's. */
  readonly hasChosenSession: boolean;
  /** Screen that the URL names; null after the screen was closed. */
  readonly address: { readonly key: string; readonly params: readonly string[] } | null;
  readonly onReopen: () => void;
}

/** Result of the access check that keeps a user out of a screen. */
type RefusedAccess = Exclude<AccessResult, 'wait' | 'allowed'>;

interface RefusedScreenProps {
  readonly screenKey: string;
  readonly access: RefusedAccess;
  readonly onShow: () => void;
}

/** Message that says why the product wouldn't show a screen to the current session. */
const RefusedScreen = ({ screenKey, access, onShow }: RefusedScreenProps) => {
  const t = useTexts();
  const reasons: Readonly<Record<RefusedAccess, string>> = {
    login: t('Access_login', { key: screenKey }),
    verification: t('Access_verification', { key: screenKey }),
    refused: t('Access_refused', { key: screenKey }),
  };
  return (
    <PaddedMain>
      <p>{reasons[access]}</p>
      <Button onClick={onShow}>{t('ShowAnyway')}</Button>
    </PaddedMain>
  );
};

interface ScenarioSlotProps {
  readonly scenario: ShownSlot;
  readonly load: () => Promise<ScreenModule>;
  readonly shell: ShellApi;
}

/** Renders the slot of a scenario, in the top bar for a slot of the frame. */
const ScenarioSlot = ({ scenario: { slot, drawsNothing = false }, load, shell }: ScenarioSlotProps) => {
  const t = useTexts();
  const slotElement = (
    <>
      {drawsNothing && <p>{t('DrawsNothing')}</p>}
      <ScreenArea load={load} shell={shell} params={[]} />
    </>
  );
  return slot.startsWith('frame/') ? (
    <AppFrame>
      <TopBar>{slotElement}</TopBar>
    </AppFrame>
  ) : (
    <PaddedMain>{slotElement}</PaddedMain>
  );
};

/** Renders the screen that the URL names, or the slot of the scenario. */
export const AloneScreen = ({
  declaration,
  scenario,
  shell,
  hasChosenSession,
  address,
  onReopen,
}: AloneScreenProps): ReactNode => {
  const t = useTexts();
  const session = useSession();
  const [keyShownAnyway, setKeyShownAnyway] = useState<string | null>(null);
  const [loadSlotModule] = useState(() => {
    if (scenario === null || showsScreen(scenario)) return failToLoadMissingSlot;
    const slotModule = slotScreen(scenario, t('SlotMissing'));
    return () => Promise.resolve(slotModule);
  });
  const [declarationByScreenKey] = useState(
    () =>
      new Map(
        declaration.screens.map(
          (screen) => [screen.key, { screen, load: async () => (await screen.load()).default }] as const,
        ),
      ),
  );

  if (address === null && scenario !== null && !showsScreen(scenario))
    return <ScenarioSlot scenario={scenario} load={loadSlotModule} shell={shell} />;
  if (address === null)
    return (
      <PaddedMain>
        <p>{t('Closed')}</p>
        <Button onClick={onReopen}>{t('Reopen')}</Button>
      </PaddedMain>
    );
  const screenDeclaration = declarationByScreenKey.get(address.key);
  if (screenDeclaration === undefined)
    return (
      <PaddedMain>
        <p>{t('Unknown', { key: address.key })}</p>
        <Button onClick={onReopen}>{t('Reopen')}</Button>
      </PaddedMain>
    );
  const access = checkAccess(screenDeclaration.screen.access, session);
  // Whether the shown screen is that of the scenario. A scenario may show a screen to a session for which the product
  // would open another one.
  const isScenarioItself =
    scenario !== null && showsScreen(scenario) && scenario.screen === address.key && !hasChosenSession;
  if (access !== 'wait' && access !== 'allowed' && !isScenarioItself && keyShownAnyway !== address.key)
    return <RefusedScreen screenKey={address.key} access={access} onShow={() => setKeyShownAnyway(address.key)} />;
  const screenElement = (
    <ScreenArea
      key={`${address.key}/${address.params.join('/')}`}
      load={screenDeclaration.load}
      shell={shell}
      params={address.params}
    />
  );
  return screenDeclaration.screen.region === 'main' ? (
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
