import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { Settings } from './settings';
import { settingsEntries, shownStage } from './settings-rules';

const linesOf = (options: ScenarioShellOptions) => {
  renderWithShell(<Settings />, options);
  return screen.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);
};

describe('the lines of the settings', () => {
  it.each([
    [{ loggedIn: false }, ['login', 'support', 'imprint', 'privacy']],
    [{ loggedIn: true }, ['support', 'imprint', 'privacy']],
  ])('gives %j theirs', (account, ids) => {
    expect(settingsEntries(account).map(({ id }) => id)).toEqual(ids);
  });

  it('lead to their screens', () => {
    expect(linesOf({ session: 'anonymous' })).toEqual([
      'Anmelden oder registrieren #registration', 'Hilfe und Kontakt #support', 'Impressum #settings/imprint', 'Datenschutz #settings/privacy',
    ]);
  });
});

it('tells a logged-in person who they are', () => {
  renderWithShell(<Settings />, { session: 'verified' });
  expect(screen.getByText('Frieda Petersen')).toBeInTheDocument();
  expect(screen.getByText(/frieda@mahlzeit\.test.*Für andere sichtbar/)).toBeInTheDocument();
  expect(screen.queryByText('Anmelden oder registrieren')).not.toBeInTheDocument();
});

it.each([['dev', 'dev'], ['beta', 'beta'], ['prod', null]] as const)('names the stage %s as %s', (stage, shown) => {
  expect(shownStage({ stage })).toBe(shown);
});

it('tells the version, with the stage unless it is production', () => {
  const { unmount } = renderWithShell(<Settings />, { deployment: { stage: 'beta' } });
  expect(screen.getByText('Version 5.0.1 (beta)')).toBeInTheDocument();
  unmount();
  renderWithShell(<Settings />, { deployment: { stage: 'prod' } });
  expect(screen.getByText('Version 5.0.1')).toBeInTheDocument();
});

it('shows nothing before the session is known', () => {
  const { container } = renderWithShell(<Settings />, { session: 'unknown' });
  expect(container).toBeEmptyDOMElement();
});
