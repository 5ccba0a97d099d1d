import { MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { aContact, aContactGroup } from '@mahlzeit/contract/fixtures';
import type { Contact } from '@mahlzeit/contract';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { FakeShell } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { ContactPicker, togglePickedPerson, withPeoplePicked } from './contact-picker';

describe('the choice', () => {
  it.each([
    [['a'], ['b'], 2, ['a', 'b']],
    [['a'], ['a', 'b'], 2, ['a', 'b']],
    [['a'], ['b', 'c'], 2, null],
    [[], [], 0, []],
  ] as const)(
    'S05 counts each person once and refuses a whole group beyond the limit: %j with %j of at most %i is %j',
    (pickedKeys, addedKeys, maxPeople, expectedKeys) => {
      expect(withPeoplePicked(pickedKeys, addedKeys, maxPeople)).toEqual(expectedKeys);
    },
  );

  it('stays unchanged at the limit, and can be reduced again', () => {
    expect(togglePickedPerson(['a', 'b'], 'c', 2)).toEqual(['a', 'b']);
    expect(togglePickedPerson(['a', 'b'], 'a', 2)).toEqual(['b']);
  });
});

describe('the picker', () => {
  const contactNames = ['Anna', 'Ben', 'Jürgen Müller', 'Özlem Ay'];
  const someContacts = contactNames.map((name, index) => aContact({ key: `p${index}`, name }));

  const StatefulContactPicker = ({
    max,
    takesUninvitable = true,
    refusedText,
    hasGroups = false,
  }: {
    readonly max: number;
    readonly takesUninvitable?: boolean;
    readonly refusedText?: string;
    readonly hasGroups?: boolean;
  }) => {
    const [pickedKeys, setPickedKeys] = useState<readonly string[]>([]);
    return (
      <ContactPicker
        picked={pickedKeys}
        onChange={setPickedKeys}
        max={max}
        maxWarning={{ title: 'Mehr passen nicht', text: 'Nimm erst jemanden heraus.' }}
        takesUninvitable={takesUninvitable}
        refusedText={refusedText}
        hasGroups={hasGroups}
        empty={{ title: 'Niemand da', text: 'Such jemanden.' }}
      />
    );
  };
  const snackbarTexts = ({ shell }: { readonly shell: FakeShell }) => shell.recorded.snackbars.map(({ text }) => text);
  const renderPicker = (
    contacts: readonly Contact[] = someContacts,
    {
      max = MAX_OTHER_PEOPLE,
      ...pickerProps
    }: { readonly max?: number; readonly takesUninvitable?: boolean; readonly refusedText?: string } = {},
  ) =>
    renderWithShell(<StatefulContactPicker max={max} {...pickerProps} />, {
      session: 'verified',
      topics: { me: { contacts } },
    });
  const rowTexts = () =>
    screen
      .getAllByRole('checkbox')
      .map((checkbox) => checkbox.getAttribute('id') !== null && checkbox.closest('li')?.textContent);

  it('picks by a press, shows the choice with its number, and clears it again', async () => {
    const { user } = renderPicker();
    await user.click(await screen.findByRole('checkbox', { name: 'Anna' }));
    await user.click(screen.getByRole('checkbox', { name: 'Ben' }));
    expect(screen.getByRole('checkbox', { name: 'Anna' })).toBeChecked();
    expect(screen.getByText('2 von 9 gewählt')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Anna wieder herausnehmen' }));
    expect(screen.getByRole('checkbox', { name: 'Anna' })).not.toBeChecked();
    expect(screen.getByText('1 von 9 gewählt')).toBeInTheDocument();
  });

  it('picks by the keyboard', async () => {
    const { user } = renderPicker();
    const benCheckbox = await screen.findByRole('checkbox', { name: 'Ben' });
    act(() => benCheckbox.focus());
    await user.keyboard(' ');
    expect(screen.getByRole('checkbox', { name: 'Ben' })).toBeChecked();
  });

  it.each([
    ['  müller JÜRG ', ['JMJürgen Müller']],
    ['ozlem', ['ÖAÖzlem Ay']],
    ['mueller', ['JMJürgen Müller']],
  ])('finds people with each word in the name: „%s“', async (searchText, expectedNames) => {
    const { user } = renderPicker();
    await user.type(await screen.findByRole('searchbox', { name: 'In deinen Kontakten suchen' }), searchText);
    expect(rowTexts()).toEqual(expectedNames);
  });

  it('says that no contact has that name', async () => {
    const { user } = renderPicker();
    await user.type(await screen.findByRole('searchbox'), 'zzz');
    expect(screen.getByRole('heading', { name: 'Niemand gefunden' })).toBeInTheDocument();
  });

  it('shows no message when a group matches, and no heading of an empty list', async () => {
    const groups = [aContactGroup({ name: 'Mittagsrunde', members: ['p0', 'p1'] })];
    const { user } = renderWithShell(<StatefulContactPicker max={9} hasGroups />, {
      session: 'verified',
      topics: { me: { contacts: someContacts, contactGroups: groups } },
    });
    expect(await screen.findByRole('heading', { name: 'Kontakte' })).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox'), 'mittag');
    expect(screen.getAllByRole('checkbox')).toEqual([screen.getByRole('checkbox', { name: 'Mittagsrunde' })]);
    for (const name of ['Niemand gefunden', 'Kontakte'])
      expect(screen.queryByRole('heading', { name })).not.toBeInTheDocument();
    await user.type(screen.getByRole('searchbox'), 'zzz');
    expect(screen.getByRole('heading', { name: 'Niemand gefunden' })).toBeInTheDocument();
  });

  it('refuses more people at the limit, explains it, and allows removals', async () => {
    const { user } = renderPicker(someContacts, { max: 1 });
    await user.click(await screen.findByRole('checkbox', { name: 'Anna' }));
    const benCheckbox = screen.getByRole('checkbox', { name: 'Ben', description: /Mehr passen nicht/ });
    await user.click(benCheckbox);
    expect(benCheckbox).not.toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Anna' }));
    expect(screen.queryByText('Mehr passen nicht')).not.toBeInTheDocument();
  });

  it('says of a person who can not be written to what the screen is about', async () => {
    renderPicker([aContact({ key: 'a', name: 'Anna', uninvitable: true })], {
      takesUninvitable: false,
      refusedText: 'Kannst du gerade nicht anschreiben.',
    });
    expect(
      await screen.findByRole('checkbox', { name: 'Anna', description: 'Kannst du gerade nicht anschreiben.' }),
    ).toBeVisible();
  });

  it('S06 disables blocked people for invitations', async () => {
    const { user } = renderPicker([aContact({ key: 'a', name: 'Anna', uninvitable: true })], {
      takesUninvitable: false,
    });
    const annaCheckbox = await screen.findByRole('checkbox', {
      name: 'Anna',
      description: 'Kannst du gerade nicht einladen.',
    });
    await user.click(annaCheckbox);
    expect(annaCheckbox).not.toBeChecked();
  });

  it('A09 lists neither deleted accounts nor the reader', async () => {
    const { shell } = renderPicker([...someContacts, aContact({ key: 'weg', name: 'Dana', status: 'deleted' })]);
    await screen.findByRole('checkbox', { name: 'Anna' });
    const sessionView = shell.session.get();
    const uid = sessionView.status === 'known' ? sessionView.account.uid : '';
    shell.change('me', { kind: 'put', collection: 'contacts', key: uid, value: aContact({ key: uid, name: 'Ich' }) });
    expect(rowTexts()).toHaveLength(someContacts.length);
  });

  it('removes a former contact from the choice with a message: no hidden person counts or is written to', async () => {
    const renderedPicker = renderPicker(someContacts, { max: 2 });
    await renderedPicker.user.click(await screen.findByRole('checkbox', { name: 'Anna' }));
    await renderedPicker.user.click(screen.getByRole('checkbox', { name: 'Ben' }));
    renderedPicker.shell.change('me', { kind: 'del', collection: 'contacts', key: 'p1' });
    await waitFor(() =>
      expect(snackbarTexts(renderedPicker)).toEqual(['Ben ist nicht mehr wählbar und nicht mehr dabei.']),
    );
    expect(screen.getByText('1 von 2 gewählt')).toBeInTheDocument();
    expect(screen.queryByText('Mehr passen nicht')).not.toBeInTheDocument();
    // A contact who was removed and is added again is listed as an ordinary contact, and isn't chosen.
    renderedPicker.shell.change('me', {
      kind: 'put',
      collection: 'contacts',
      key: 'p1',
      value: { ...aContact({ key: 'p1', name: 'Ben' }) },
    });
    expect(await screen.findByRole('checkbox', { name: 'Ben' })).not.toBeChecked();
  });

  it('S06 removes a person who blocks the reader meanwhile, where that counts', async () => {
    const renderedPicker = renderPicker(someContacts, { takesUninvitable: false });
    await renderedPicker.user.click(await screen.findByRole('checkbox', { name: 'Anna' }));
    renderedPicker.shell.change('me', {
      kind: 'put',
      collection: 'contacts',
      key: 'p0',
      value: { ...aContact({ key: 'p0', name: 'Anna', uninvitable: true }) },
    });
    await waitFor(() =>
      expect(snackbarTexts(renderedPicker)).toEqual(['Anna ist nicht mehr wählbar und nicht mehr dabei.']),
    );
    expect(screen.getByRole('checkbox', { name: 'Anna' })).not.toBeChecked();
  });

  it.each([
    [true, ['fremd'], []],
    [false, [], ['Gelöschtes Konto ist nicht mehr wählbar und nicht mehr dabei.']],
  ])(
    'keeps chosen people who are no contacts where the caller wants that: %s',
    async (keepsNonContacts, expectedKeys, expectedText) => {
      const onChange = jest.fn<void, [readonly string[]]>();
      const StrangerPickerProbe = () => {
        const [pickedKeys, setPickedKeys] = useState<readonly string[]>(['fremd']);
        const changePickedKeys = (nextPickedKeys: readonly string[]): void => {
          onChange(nextPickedKeys);
          setPickedKeys(nextPickedKeys);
        };
        return (
          <ContactPicker
            picked={pickedKeys}
            onChange={changePickedKeys}
            max={9}
            maxWarning={{ title: '', text: '' }}
            takesUninvitable
            empty={{ title: '', text: '' }}
            keepsNonContacts={keepsNonContacts}
          />
        );
      };
      const renderedPicker = renderWithShell(<StrangerPickerProbe />, {
        session: 'verified',
        topics: { me: { contacts: someContacts } },
      });
      await renderedPicker.user.click(await screen.findByRole('checkbox', { name: 'Anna' }));
      expect(onChange.mock.lastCall?.[0]).toEqual([...expectedKeys, 'p0']);
      expect(snackbarTexts(renderedPicker)).toEqual(expectedText);
    },
  );

  it('says that there are no contacts yet', async () => {
    renderPicker([]);
    expect(await screen.findByRole('heading', { name: 'Niemand da' })).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });
});
