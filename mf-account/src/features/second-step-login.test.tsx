import { completeSecondStep } from '@mahlzeit/contract';
import { aSession } from '@mahlzeit/contract/fixtures';
import { answer, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { SecondStepLogin, ticketOf } from './second-step-login';

const renderLogin = (...answers: ScenarioAnswer[]) => {
  const outcomes: unknown[] = [];
  return {
    outcomes,
    ...renderWithShell(
      <SecondStepLogin
        ticket="ticket"
        onSignedIn={({ uid }) => outcomes.push(uid)}
        onBack={(isTooLate) => outcomes.push({ isTooLate })}
      />,
      { session: 'anonymous', answers },
    ),
  };
};

const codeField = () => screen.getByLabelText('Code aus der App');

it('takes the ticket of a login that needs a code, and of no other error', () => {
  expect(ticketOf({ code: 'secondStepRequired', details: { ticket: 'ticket' } })).toBe('ticket');
  expect(ticketOf({ code: 'secondStepRequired', details: null })).toBeNull();
  expect(ticketOf({ code: 'ErrorPasswordIncorrect', details: { ticket: 'ticket' } })).toBeNull();
});

it('signs in by the code of the app, which the field waits for', async () => {
  const { user, outcomes } = renderLogin(answer(completeSecondStep, aSession()));
  await waitFor(() => expect(codeField()).toHaveFocus());
  expect(codeField()).toHaveAttribute('autocomplete', 'one-time-code');
  await user.type(codeField(), '004711{Enter}');
  await waitFor(() => expect(outcomes).toEqual([aSession().account.uid]));
});

it('refuses half a code and a wrong one at the field', async () => {
  const { user } = renderLogin(refuse(completeSecondStep, 'secondStepCodeIncorrect'));
  await user.type(codeField(), '004{Enter}');
  await waitFor(() => expect(codeField()).toHaveAccessibleDescription('Gib alle sechs Ziffern ein.'));
  await user.type(codeField(), '711{Enter}');
  await waitFor(() => expect(codeField()).toHaveAccessibleDescription(/Dieser Code stimmt nicht/));
});

it('takes a recovery code instead', async () => {
  const { user, outcomes } = renderLogin(answer(completeSecondStep, aSession()));
  await user.click(screen.getByRole('button', { name: 'Ersatzcode benutzen' }));
  const recoveryField = screen.getByRole('textbox', { name: 'Ersatzcode' });
  expect(recoveryField).toHaveFocus();
  await user.type(recoveryField, '{Enter}');
  await waitFor(() => expect(recoveryField).toHaveAccessibleDescription('Gib einen Code ein.'));
  await user.type(recoveryField, '7kq4-f2md-xa9t-0bce{Enter}');
  await waitFor(() => expect(outcomes).toEqual([aSession().account.uid]));
});

it('goes back to the password when the ticket is no longer good', async () => {
  const { user, outcomes } = renderLogin(refuse(completeSecondStep, 'secondStepTicketInvalid'));
  await user.type(codeField(), '004711{Enter}');
  await waitFor(() => expect(outcomes).toEqual([{ isTooLate: true }]));
});
