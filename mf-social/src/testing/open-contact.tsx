import { aContact } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions, ScenarioTopic } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { ContactTabs } from '../screens/contacts-screen';

export const annaContact = aContact({ key: 'anna', name: 'Anna' });

export const openContact = async (
  options: ScenarioShellOptions,
  meTopicState: ScenarioTopic = { contacts: [annaContact] },
) => {
  const renderedTabs = renderWithShell(<ContactTabs />, {
    session: 'verified',
    topics: { me: meTopicState },
    ...options,
  });
  await renderedTabs.user.click(await screen.findByRole('button', { name: 'Anna' }));
  return {
    ...renderedTabs,
    press: (buttonName: string) => renderedTabs.user.click(screen.getByRole('button', { name: buttonName })),
  };
};

export const snackbarTexts = (shell: {
  readonly recorded: { readonly snackbars: readonly { readonly text: string; readonly tone?: string }[] };
}) => shell.recorded.snackbars.map(({ tone, text }) => `${tone ?? ''}: ${text}`);
