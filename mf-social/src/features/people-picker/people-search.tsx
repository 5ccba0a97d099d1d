import { EmptyState, Inline } from '@mahlzeit/shared-ui/ui';
import { SearchBox } from '@mahlzeit/shared-ui/ui/restaurant';
import { SearchX } from 'lucide-react';
import { useTexts } from '../../social-texts';

interface PeopleSearchProps {
  /** Names the field, and stands in it while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
}

/** The field that people are looked for in. */
export const PeopleSearch = ({ label, value, onValueChange }: PeopleSearchProps) => (
  <Inline role="search">
    <SearchBox label={label} placeholder={label} value={value} onValueChange={onValueChange} />
  </Inline>
);

/** Nobody has the words that were looked for in their name. */
export const NobodyFound = ({ searched }: { readonly searched: string }) => {
  const t = useTexts();
  return (
    <div role="status">
      <EmptyState icon={SearchX} title={t('NoUserFoundByName')} text={t('NobodyNamed', { name: searched.trim() })} />
    </div>
  );
};
