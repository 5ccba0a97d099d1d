import type { RemoteDeclaration } from '../../platform/shell-contract';
import { showsScreen } from '../scenario/scenario';
import type { Scenario } from '../scenario/scenario';
import { hrefOf } from '../shell/recorded';

/** The hash that a scenario begins at: its screen, or none for a slot; against a gateway the remote's first screen. */
export const startAddress = ({ screens }: RemoteDeclaration, scenario: Scenario | null): string => {
  if (scenario === null) return hrefOf(screens[0]?.key ?? '');
  return showsScreen(scenario) ? hrefOf(scenario.screen, ...(scenario.params ?? [])) : '';
};
