import { useEffect } from 'react';
import { defineScreen } from '../../platform/shell/define-screen';
import { defineRemoteDeclaration } from '../../platform/shell/shell-contract';
import type {
  RemoteDeclaration,
  ScreenDeclaration,
  ScreenModule,
  ScreenProps,
} from '../../platform/shell/shell-contract';
import type { FindingKind } from './finding';
import { inspectRemote } from './inspect-remote';

export const neverSettle = (): Promise<never> => new Promise(() => undefined);

export const createRemoteWith = (
  screenOverrides: Partial<ScreenDeclaration>,
  remoteOverrides: Partial<RemoteDeclaration> = {},
): RemoteDeclaration =>
  defineRemoteDeclaration({
    name: 'mf-social',
    contract: '^3.1.0',
    slots: {},
    commands: {},
    screens: [
      {
        key: 'contacts',
        region: 'modal',
        access: 'loggedIn',
        load: () => Promise.resolve({ default: defineScreen(() => <p>da</p>) }),
        ...screenOverrides,
      },
    ],
    ...remoteOverrides,
  });

export const remoteWithComponent = (Screen: (props: ScreenProps) => React.ReactNode): RemoteDeclaration =>
  createRemoteWith({ load: () => Promise.resolve({ default: defineScreen(Screen) }) });

/** Creates a test remote that runs code when its screen mounts. The returned function runs when the screen unmounts. */
export const remoteWithEffect = (runEffect: (props: ScreenProps) => (() => void) | void): RemoteDeclaration =>
  remoteWithComponent((props) => {
    useEffect(() => runEffect(props), [props]);
    return <p>da</p>;
  });

export const remoteWithLifecycle = (changedLifecycle: Partial<ScreenModule>): RemoteDeclaration =>
  createRemoteWith({
    load: () => Promise.resolve({ default: { ...defineScreen(() => <p>da</p>), ...changedLifecycle } }),
  });

const otherRemote = defineRemoteDeclaration({
  name: 'mf-discovery',
  contract: '^3.1.0',
  screens: [
    { key: 'details', region: 'modal', access: 'anyone', load: neverSettle },
    { key: 'filters', region: 'modal', access: 'anyone', load: neverSettle },
  ],
  slots: { 'frame/search': neverSettle },
  commands: { 'discovery/place': neverSettle },
});

const contactsScenarios = [{ name: 'Kontakte', screen: 'contacts', session: 'verified' }] as const;

// Inspects a remote with its scenarios. With 60 turns of the event loop the tests are fast; real inspections wait
// longer, which only one test needs.
export const inspectWithScenarios = (remote: RemoteDeclaration, maxTurns = 60) =>
  inspectRemote(remote, { scenarios: contactsScenarios, otherRemotes: [otherRemote], turns: maxTurns });

export const doNothing = (): void => undefined;

export type FindingTestCase = readonly [what: string, remote: RemoteDeclaration, kind: FindingKind, message: RegExp];

export const faultlessRemote = createRemoteWith({});
export const secondScreen = {
  key: 'groups',
  region: 'modal',
  access: 'anyone',
  load: () => Promise.resolve({ default: defineScreen(() => <p>Gruppen</p>) }),
} as const;
export const [contactsScreen] = faultlessRemote.screens;

/**
 * Checks that the inspection reports the expected problem of a row, and that it doesn't report it for the next screen.
 */
export const expectFinding = async (
  _caseName: string,
  remote: RemoteDeclaration,
  expectedKind: FindingKind,
  expectedMessage: RegExp,
): Promise<void> => {
  const findings = await inspectWithScenarios(remote);
  expect(findings).toContainEqual({ kind: expectedKind, message: expect.stringMatching(expectedMessage) });
  for (const finding of findings) expect(finding.message).toMatch(/^mf-social, .*\. [A-Z].*\.$/s);
  // A leak must be reported for the screen that caused it, and not for the next screen.
  expect(await inspectWithScenarios(faultlessRemote)).toEqual([]);
};
