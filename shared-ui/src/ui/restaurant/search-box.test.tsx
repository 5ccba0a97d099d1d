import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FilterButton, SearchBox } from './search-box';

const SearchBoxExample = () => {
  const [value, setValue] = useState('');
  return <SearchBox label="Suche" placeholder="Lokal, Gericht oder Ort" value={value} onValueChange={setValue} />;
};

describe('the search box', () => {
  it('is cleared by its button, which shows only for text', async () => {
    const user = userEvent.setup();
    render(<SearchBoxExample />);
    const searchInput = screen.getByRole('searchbox', { name: 'Suche' });
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    await user.type(searchInput, 'Suppe');
    await user.click(screen.getByRole('button', { name: 'Suche leeren' }));
    expect(searchInput).toHaveValue('');
    expect(searchInput).toHaveFocus();
  });
});

describe('an open search', () => {
  it('has a back button', async () => {
    const user = userEvent.setup();
    const onBack = jest.fn();
    render(
      <SearchBox
        label="Suche"
        value=""
        onValueChange={() => undefined}
        backButton={{ label: 'Suche schließen', onClick: onBack }}
      />,
    );
    await user.click(screen.getByRole('button', { name: 'Suche schließen' }));
    expect(onBack).toHaveBeenCalledTimes(1);
  });
});

describe('the filter button', () => {
  it('counts active filters', () => {
    render(<FilterButton label="Filter" count={2} countLabel="aktiv" />);
    expect(screen.getByRole('button', { name: /Filter\s*2 aktiv/ })).toBeInTheDocument();
  });

  it('shows no number without active filters', () => {
    render(<FilterButton label="Filter" count={0} countLabel="aktiv" />);
    expect(screen.getByRole('button', { name: 'Filter' })).toBeInTheDocument();
  });
});
