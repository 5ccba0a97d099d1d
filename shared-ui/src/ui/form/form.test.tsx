import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from '../button';
import { Checkbox } from './checkbox';
import { FormError } from './field-frame';
import { PasswordField, TextField } from './text-field';

const validateEmail = (value: string) => (value.includes('@') ? undefined : 'Das ist keine E-Mail.');

const RegistrationForm = ({
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
  it('U04 validates on blur and from then on with every change', async () => {
    const user = userEvent.setup();
    render(<TextField label="E-Mail" validate={validateEmail} />);
    const emailField = screen.getByLabelText('E-Mail');
    await user.type(emailField, 'jule');
    expect(emailField).toBeValid();
    await user.tab();
    expect(emailField).toBeInvalid();
    expect(emailField).toHaveAccessibleDescription('Das ist keine E-Mail.');
    await user.type(emailField, '@');
    expect(emailField).toBeValid();
    await user.clear(emailField);
    expect(emailField).toBeInvalid();
  });

  it('U04 counts with a maximum', async () => {
    const user = userEvent.setup();
    render(<TextField label="Name" maxLength={20} defaultValue="Ju" />);
    expect(screen.getByText('2/20', { exact: false })).toBeInTheDocument();
    await user.type(screen.getByLabelText('Name'), 'le');
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('4/20 Zeichen');
  });

  it('counts characters as people do', () => {
    render(<TextField label="Name" maxLength={20} defaultValue="🥨 Toni" />);
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('6/20 Zeichen');
  });

  it('trims the text on blur, controlled or not', async () => {
    const user = userEvent.setup();
    const ControlledField = () => {
      const [value, setValue] = useState('');
      return <TextField label="Gesteuert" value={value} onChange={(event) => setValue(event.target.value)} />;
    };
    render(
      <>
        <ControlledField />
        <TextField label="Frei" />
      </>,
    );
    await user.type(screen.getByLabelText('Gesteuert'), '  Jule Petersen ');
    await user.type(screen.getByLabelText('Frei'), ' x  ');
    await user.tab();
    expect(screen.getByLabelText('Gesteuert')).toHaveValue('Jule Petersen');
    expect(screen.getByLabelText('Frei')).toHaveValue('x');
  });

  it('passes native events on, the trimmed value before the blur', async () => {
    const user = userEvent.setup();
    const focusedFields: string[] = [];
    render(
      <TextField
        label="Name"
        name="name"
        onChange={(event) => focusedFields.push(`change ${event.target.value}`)}
        onBlur={(event) => focusedFields.push(`blur ${event.target.value}`)}
      />,
    );
    await user.type(screen.getByLabelText('Name'), 'a ');
    await user.tab();
    expect(focusedFields).toEqual(['change a', 'change a ', 'change a', 'blur a']);
  });

  it('prefers an error from outside to its own', () => {
    render(
      <TextField
        label="E-Mail"
        error="Diese E-Mail hat schon ein Konto."
        hint="Wir schicken dir einen Code."
        validate={validateEmail}
      />,
    );
    expect(screen.getByLabelText('E-Mail')).toHaveAccessibleDescription('Diese E-Mail hat schon ein Konto.');
  });
});

describe('Enter', () => {
  it('U04 moves to the next text field and submits from the last one', async () => {
    const user = userEvent.setup();
    const onSend = jest.fn();
    render(<RegistrationForm onSend={onSend} />);
    await user.type(screen.getByLabelText('E-Mail'), 'jule@example.org{Enter}');
    expect(screen.getByLabelText('Passwort')).toHaveFocus();
    expect(onSend).not.toHaveBeenCalled();
    await user.keyboard('geheim{Enter}');
    expect(onSend).toHaveBeenCalledTimes(1);
  });

  it('U04 stays with the input method while it composes', () => {
    const onSend = jest.fn();
    render(<RegistrationForm onSend={onSend} />);
    const emailField = screen.getByLabelText('E-Mail');
    emailField.focus();
    const composingEnterEvent = createEvent.keyDown(emailField, { key: 'Enter', keyCode: 229, isComposing: true });
    fireEvent(emailField, composingEnterEvent);
    expect(emailField).toHaveFocus();
    expect(composingEnterEvent.defaultPrevented).toBe(false);
  });

  it('does not submit past a disabled button with a reason', async () => {
    const user = userEvent.setup();
    const onSend = jest.fn();
    render(<RegistrationForm onSend={onSend} disabledReason="Stimme erst zu." />);
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

  it('shows and hides the text', async () => {
    const user = userEvent.setup();
    render(<PasswordField label="Passwort" autoComplete="current-password" />);
    const passwordField = screen.getByLabelText('Passwort');
    expect(passwordField).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Passwort anzeigen' }));
    expect(passwordField).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Passwort verbergen' }));
    expect(passwordField).toHaveAttribute('type', 'password');
  });
});

describe('a checkbox', () => {
  it('is set by its label and shows its error', async () => {
    const user = userEvent.setup();
    render(<Checkbox error="Bestätige das bitte.">Ich stimme zu.</Checkbox>);
    const consentCheckbox = screen.getByRole('checkbox', { name: 'Ich stimme zu.' });
    expect(consentCheckbox).toHaveAccessibleDescription('Bestätige das bitte.');
    await user.click(screen.getByText('Ich stimme zu.'));
    expect(consentCheckbox).toBeChecked();
  });
});

describe('a form error', () => {
  it('is read out when it appears', () => {
    render(<FormError>Das ging nicht.</FormError>);
    expect(screen.getByRole('alert')).toHaveTextContent('Das ging nicht.');
  });
});
