import { ActionRow } from '@mahlzeit/shared-ui/ui/people';
import { Flag, ImageOff } from 'lucide-react';
import { useTexts } from './person-actions';
import type { ReportedPart } from './report';

interface ReportRowsProps {
  /** Null without a picture to report. */
  readonly pictureUrl: string | null;
  readonly onReport: (part: ReportedPart) => void;
}

/** Actions that report a person or their picture. */
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
