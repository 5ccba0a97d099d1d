import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { ShellProvider } from '../../platform/shell/use-shell';
import type { Scenario } from '../shell/scenario';
import { parseHash, startHashOf, serializeSetting } from './alone-address';
import type { AloneSetting } from './alone-address';
import type { AloneReceiver } from './alone-receiver';
import type { AloneEnvironment } from './alone-environment';
import { AloneMessages } from './alone-messages';
import { AlonePanel } from './alone-panel';
import { AloneScreen } from './alone-screen';

interface AloneAppProps {
  readonly declaration: RemoteDeclaration;
  readonly scenarios: readonly Scenario[];
  /** Scenario that is running; null when the remote runs against a real gateway. */
  readonly scenario: Scenario | null;
  readonly environment: AloneEnvironment;
  readonly receiver: AloneReceiver;
  readonly setting: AloneSetting;
  /** Whether the dev server connects the page with a real gateway. */
  readonly hasGateway: boolean;
  /** Called when the page must be loaded again with another setting. */
  onStartOver(setting: AloneSetting): void;
}

const subscribeToHash = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
};

/** Page that runs one remote alone, with its screens and the panel for testers. */
export const AloneApp = ({
  declaration,
  scenarios,
  scenario,
  environment,
  receiver,
  setting: initialSetting,
  hasGateway,
  onStartOver,
}: AloneAppProps) => {
  const [currentSetting, setCurrentSetting] = useState(initialSetting);
  const locationHash = useSyncExternalStore(subscribeToHash, () => location.hash);
  const startHash = startHashOf(declaration, scenario);

  useEffect(() => environment.simulateFaults(currentSetting), [environment, currentSetting]);

  const changeSetting = (settingChanges: Partial<AloneSetting>): void => {
    const nextSetting = { ...currentSetting, ...settingChanges };
    if (nextSetting.scenario !== currentSetting.scenario || nextSetting.usesGateway !== currentSetting.usesGateway)
      return onStartOver(nextSetting);
    history.replaceState(history.state, '', `${location.pathname}${serializeSetting(nextSetting)}${location.hash}`);
    setCurrentSetting(nextSetting);
  };
  const openAddress = (typedAddress: string): void => {
    location.hash = typedAddress;
  };

  return (
    <ShellProvider shell={environment.shell}>
      <AloneScreen
        declaration={declaration}
        scenario={scenario}
        shell={environment.shell}
        hasChosenSession={currentSetting.session !== null}
        address={parseHash(locationHash)}
        onReopen={() => openAddress(startHash)}
      />
      <AloneMessages receiver={receiver} />
      {currentSetting.panel !== 'off' && (
        <AlonePanel
          environment={environment}
          receiver={receiver}
          scenarios={scenarios}
          setting={currentSetting}
          current={scenario}
          hasGateway={hasGateway}
          onSetting={changeSetting}
          onAddress={openAddress}
        />
      )}
    </ShellProvider>
  );
};
