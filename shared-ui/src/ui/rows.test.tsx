import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Row, Rows } from './rows';

describe('a row', () => {
  it('separates its own target from a button at its edge', async () => {
    const user = userEvent.setup();
    const openPerson = jest.fn();
    const invitePerson = jest.fn();
    render(
      <Rows>
        <Row
          title="Friederike"
          onClick={openPerson}
          trailing={
            <button type="button" onClick={invitePerson}>
              Einladen
            </button>
          }
        />
      </Rows>,
    );
    await user.click(screen.getByRole('button', { name: 'Einladen' }));
    expect(openPerson).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Friederike' }));
    expect(openPerson).toHaveBeenCalledTimes(1);
    expect(invitePerson).toHaveBeenCalledTimes(1);
  });

  it('is plain text without a target', () => {
    render(
      <Rows>
        <Row title="Version" text="5.0.1" />
      </Rows>,
    );
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.getByRole('listitem')).toHaveTextContent('Version5.0.1');
  });
});
