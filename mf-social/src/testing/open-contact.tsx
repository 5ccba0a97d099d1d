import { aContact } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions, ScenarioTopic } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { ContactTabs } from '../screens/contacts-screen';

export const anna = aContact({ key: 'anna', name: 'Anna' });

export const openContact = async (options: ScenarioShellOptions, me: ScenarioTopic = { contacts: [anna] }) => {
  const rendered = renderWithShell(<ContactTabs />, { session: 'verified', topics: { me }, ...options });
  await rendered.user.click(await screen.findByRole('button', { name: 'Anna' }));
  return { ...rendered, press: (name: string) => rendered.user.click(screen.getByRole('button', { name })) };
};

export const snackbarTexts = (shell: {
  readonly recorded: { readonly snackbars: readonly { readonly text: string; readonly tone?: string }[] };
}) => shell.recorded.snackbars.map(({ tone, text }) => `${tone ?? ''}: ${text}`);
