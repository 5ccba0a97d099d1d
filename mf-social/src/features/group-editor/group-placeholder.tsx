import { useShell } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState, RowSkeletons } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../../social-texts';

interface GroupPlaceholderProps {
  readonly title: string;
  readonly status: 'loading' | 'gone';
}

/** Stands where a group is to be edited that isn't there yet, or not any more. */
export const GroupPlaceholder = ({ title, status }: GroupPlaceholderProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <Sheet title={title} onClose={navigation.close}>
      {status === 'loading' ? <RowSkeletons /> : (
        <EmptyState art="pot-of-food" title={t('GroupGoneTitle')} text={t('GroupGoneText')}>
          <Button variant="tint" onClick={() => navigation.replace('contacts')}>{t('Contacts')}</Button>
        </EmptyState>
      )}
    </Sheet>
  );
};
