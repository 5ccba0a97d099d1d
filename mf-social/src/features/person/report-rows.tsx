import { ActionRow } from '@mahlzeit/shared-ui/ui/people';
import { Flag, ImageOff } from 'lucide-react';
import { useTexts } from './person-actions';
import type { ReportedPart } from './report';

interface ReportRowsProps {
  /** URL of the person's picture; null if the person has no picture that can be reported. */
  readonly pictureUrl: string | null;
  readonly onReport: (part: ReportedPart) => void;
}

/** Rows of actions that report a person, or the person's picture. */
export const ReportRows = ({ pictureUrl, onReport }: ReportRowsProps) => {
  const t = useTexts();
  return (
    <>
      <ActionRow icon={Flag} label={t('ReportPerson')} onClick={() => onReport('user')} />
      {pictureUrl !== null && (
        <ActionRow icon={ImageOff} label={t('ReportPicture')} onClick={() => onReport('picture')} />
      )}
    </>
  );
};
