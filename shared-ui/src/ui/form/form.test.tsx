import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from '../button';
import { Checkbox } from './checkbox';
import { FormError } from './field-frame';
import { PasswordField, TextField } from './text-field';

const needsAt = (value: string) => (value.includes('@') ? undefined : 'Das ist keine E-Mail.');

const Registration = ({
  onSend,
  disabledReason,
}: {
  readonly onSend: () => void;
  readonly disabledReason?: string;
}) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  >
    <TextField label="E-Mail" name="email" />
    <Checkbox name="visible">Andere dürfen mich finden.</Checkbox>
    <PasswordField label="Passwort" name="password" autoComplete="new-password" />
    <Button type="submit" disabledReason={disabledReason}>
      Konto anlegen
    </Button>
  </form>
);

describe('a text field', () => {
  it('U04 judges when it is left and from then on with every change', async () => {
    const user = userEvent.setup();
    render(<TextField label="E-Mail" validate={needsAt} />);
    const field = screen.getByLabelText('E-Mail');
    await user.type(field, 'jule');
    expect(field).toBeValid();
    await user.tab();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Das ist keine E-Mail.');
    await user.type(field, '@');
    expect(field).toBeValid();
    await user.clear(field);
    expect(field).toBeInvalid();
  });

  it('U04 counts where there is a maximum', async () => {
    const user = userEvent.setup();
    render(<TextField label="Name" maxLength={20} defaultValue="Ju" />);
    expect(screen.getByText('2/20', { exact: false })).toBeInTheDocument();
    await user.type(screen.getByLabelText('Name'), 'le');
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('4/20 Zeichen');
  });

  it('counts as people do: one sign is one', () => {
    render(<TextField label="Name" maxLength={20} defaultValue="🥨 Toni" />);
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('6/20 Zeichen');
  });

  it('trims what was typed when it is left, controlled or not', async () => {
    const user = userEvent.setup();
    const Controlled = () => {
      const [value, setValue] = useState('');
      return <TextField label="Gesteuert" value={value} onChange={(event) => setValue(event.target.value)} />;
    };
    render(
      <>
        <Controlled />
        <TextField label="Frei" />
      </>,
    );
    await user.type(screen.getByLabelText('Gesteuert'), '  Jule Petersen ');
    await user.type(screen.getByLabelText('Frei'), ' x  ');
    await user.tab();
    expect(screen.getByLabelText('Gesteuert')).toHaveValue('Jule Petersen');
    expect(screen.getByLabelText('Frei')).toHaveValue('x');
  });

  it('hands native events on, the trimmed value before the blur', async () => {
    const user = userEvent.setup();
    const seen: string[] = [];
    render(
      <TextField
        label="Name"
        name="name"
        onChange={(event) => seen.push(`change ${event.target.value}`)}
        onBlur={(event) => seen.push(`blur ${event.target.value}`)}
      />,
    );
    await user.type(screen.getByLabelText('Name'), 'a ');
    await user.tab();
    expect(seen).toEqual(['change a', 'change a ', 'change a', 'blur a']);
  });

  it('says an error from outside before its own', () => {
    render(
      <TextField
        label="E-Mail"
        error="Diese E-Mail hat schon ein Konto."
        hint="Wir schicken dir einen Code."
        validate={needsAt}
      />,
    );
    expect(screen.getByLabelText('E-Mail')).toHaveAccessibleDescription('Diese E-Mail hat schon ein Konto.');
  });
});

describe('Enter', () => {
  it('U04 goes to the next text field and sends from the last one', async () => {
    const user = userEvent.setup();
    const onSend = jest.fn();
    render(<Registration onSend={onSend} />);
    await user.type(screen.getByLabelText('E-Mail'), 'jule@example.org{Enter}');
    expect(screen.getByLabelText('Passwort')).toHaveFocus();
    expect(onSend).not.toHaveBeenCalled();
    await user.keyboard('geheim{Enter}');
    expect(onSend).toHaveBeenCalledTimes(1);
  });

  it('U04 stays with the input method while it composes', () => {
    const onSend = jest.fn();
    render(<Registration onSend={onSend} />);
    const field = screen.getByLabelText('E-Mail');
    field.focus();
    const composing = createEvent.keyDown(field, { key: 'Enter', keyCode: 229, isComposing: true });
    fireEvent(field, composing);
    expect(field).toHaveFocus();
    expect(composing.defaultPrevented).toBe(false);
  });

  it('does not get past a button that says why it can’t be used', async () => {
    const user = userEvent.setup();
    const onSend = jest.fn();
    render(<Registration onSend={onSend} disabledReason="Stimme erst zu." />);
    await user.type(screen.getByLabelText('Passwort'), 'geheim{Enter}');
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByText('Stimme erst zu.', { selector: '[role=status] *' })).toBeInTheDocument();
  });
});

describe('a password field', () => {
  it('A01 leaves blanks around a password untouched', async () => {
    const user = userEvent.setup();
    render(<PasswordField label="Passwort" autoComplete="new-password" />);
    await user.type(screen.getByLabelText('Passwort'), '  geheim ');
    await user.tab();
    expect(screen.getByLabelText('Passwort')).toHaveValue('  geheim ');
  });

  it('shows and hides what was typed', async () => {
    const user = userEvent.setup();
    render(<PasswordField label="Passwort" autoComplete="current-password" />);
    const field = screen.getByLabelText('Passwort');
    expect(field).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Passwort anzeigen' }));
    expect(field).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Passwort verbergen' }));
    expect(field).toHaveAttribute('type', 'password');
  });
});

describe('a checkbox', () => {
  it('is set by its label and tells its error', async () => {
    const user = userEvent.setup();
    render(<Checkbox error="Bestätige das bitte.">Ich stimme zu.</Checkbox>);
    const box = screen.getByRole('checkbox', { name: 'Ich stimme zu.' });
    expect(box).toHaveAccessibleDescription('Bestätige das bitte.');
    await user.click(screen.getByText('Ich stimme zu.'));
    expect(box).toBeChecked();
  });
});

describe('a form error', () => {
  it('is read out when it comes', () => {
    render(<FormError>Das ging nicht.</FormError>);
    expect(screen.getByRole('alert')).toHaveTextContent('Das ging nicht.');
  });
});
