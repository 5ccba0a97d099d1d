import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts of the remote, for components. */
export const { useTexts } = defineTexts('mf-example-name', de);
