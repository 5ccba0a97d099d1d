import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import Greeting from './greeting';

it('greets a person by name', () => {
  renderWithShell(<Greeting personName="Anna" />);
  expect(screen.getByText('Guten Appetit, Anna!')).toBeVisible();
});
