import { VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { PersonChips } from '@mahlzeit/shared-ui/ui/people';
import type { ChosenPerson } from '@mahlzeit/shared-ui/ui/people';
import { useTexts } from '../../social-texts';

interface PickedChipsProps {
  readonly people: readonly ChosenPerson[];
  /** How many were chosen, where the chips don't show all of them. */
  readonly count?: number;
  /** Most that can be chosen, where it is worth saying. */
  readonly max?: number;
  readonly onRemove: (key: string) => void;
}

/** Who was chosen, and how many to those who don't see it. */
export const PickedChips = ({ people, count = people.length, max, onRemove }: PickedChipsProps) => {
  const t = useTexts();
  return (
    <>
      <VisuallyHidden role="status">{max === undefined ? t('PickedCount', { count }) : t('PickedCountOfMax', { count, max })}</VisuallyHidden>
      {people.length > 0 && (
        <PersonChips
          label={t('Picked')}
          people={people}
          removeLabel={(name) => t('RemovePicked', { name })}
          onRemove={onRemove}
          moreLabel={(more) => t('AndMore', { count: more })}
        />
      )}
    </>
  );
};
